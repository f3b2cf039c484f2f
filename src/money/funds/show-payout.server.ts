import { sql } from 'drizzle-orm';
import { formatYen } from '#kit/values/yen.ts';
import { accountLine } from '#money/bank-accounts/account-line.server.ts';
import {
  beforeColumns,
  lastInWords,
  type Payee,
  paidBefore,
  payeeMarks,
} from '#money/remittances/show-run.server.ts';
import type { Shows } from '#people/approvals/approval-kinds.server.ts';
import { readBalance } from './fund-figures.server.ts';

/** Remaining balance of the fund, and recent changes of the organisation. */
export const showPayout: Shows['fund-payout'] = async (tx, { subjectId, change }) => {
  const { socialChallengeId, associateId, amountYen } = change;
  const balanceYen = await readBalance(tx, socialChallengeId);
  const { rows } = await tx.execute<Payee>(sql`
    select a.id, a.name, ${amountYen}::float8 as "amountYen", ${beforeColumns},
      (select to_jsonb(held) from (select b.bank_code as "bankCode", b.bank_name as "bankName", b.branch_code as "branchCode",
        b.branch_name as "branchName", b.kind, b.number, b.holder from bank_accounts b
        where b.associate_id = a.id order by b.created_at desc limit 1) held) as account
    from associates a ${paidBefore(sql`a.id`, sql`${subjectId}`)}
    where a.id = ${associateId}`);
  return [
    {
      ...{ label: `${change.fundName}の残高`, detail: '', before: `${formatYen(balanceYen)}円` },
      after: `${formatYen(balanceYen - amountYen)}円`,
      marks: amountYen > balanceYen ? ['残高を超えています'] : [],
      to: `funds/${encodeURIComponent(socialChallengeId)}`,
    },
    ...rows.map((payee) => ({
      label: payee.name,
      detail: accountLine(payee.account) || '口座はまだ登録されていません。',
      before: lastInWords(payee),
      after: `${formatYen(amountYen)}円`,
      marks: payeeMarks(payee),
      to: `associates/${encodeURIComponent(payee.id)}`,
    })),
  ];
};
