import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Shows } from '#people/approvals/approval-kinds.server.ts';
import type { ShownLine } from '#people/approvals/shown.ts';
import type { BankAccount } from './bank-account.ts';

const none = 'なし';
const line = (parts: Partial<ShownLine>): ShownLine => ({
  ...{ label: '', detail: '', before: '', after: '', marks: [], to: '' },
  ...parts,
});

/** Effects of a new account: other organisations that have it, waiting requests, and the current run. */
export const showBankAccount: Shows['bank-account'] = async (tx, { subjectId, change }) => [
  ...(await useElsewhere(tx, subjectId, change.after)),
  ...(subjectId === '' ? [] : await owedAndPaid(tx, subjectId)),
  ...(await openRun(tx, subjectId)),
];

type Registered = { id: string | null; name: string | null; hasReturned: boolean };

async function useElsewhere(tx: Transaction, subjectId: string, account: BankAccount) {
  const { bankCode, branchCode, kind, number } = account;
  const { rows } = await tx.execute<Registered>(sql`
    select b.associate_id as id, max(a.name) as name, bool_or(e.kind = 'blocked') as "hasReturned"
    from bank_accounts b left join associates a on a.id = b.associate_id
    left join bank_account_events e on e.account_id = b.id
    where b.bank_code = ${bankCode} and b.branch_code = ${branchCode} and b.kind = ${kind} and b.number = ${number}
    group by b.associate_id order by 2 nulls first limit 20`);
  const others = rows.filter(({ id }) => (id ?? '') !== subjectId);
  return [
    ...(rows.some(({ hasReturned }) => hasReturned)
      ? [line({ label: 'この口座への振込', marks: ['以前、この口座への振込が戻ってきています'] })]
      : []),
    ...others.map(({ id, name }) =>
      line({
        label: name ?? 'サービスの振込元',
        after: '同じ口座番号の登録があります',
        marks: ['ほかと同じ口座です。間違いがないか、お確かめください。'],
        to: id === null ? 'bank-account' : `associates/${encodeURIComponent(id)}`,
      }),
    ),
  ];
}

async function owedAndPaid(tx: Transaction, associateId: string) {
  const { rows } = await tx.execute<{ owed: number; yen: number | null; on: string | null }>(sql`
    select (select coalesce(sum(amount_yen), 0)::float8 from owed_items
        where associate_id = ${associateId} and remittance_id is null and cancelled_at is null) as owed,
      last.yen, last.day as on
    from (select) one left join lateral (
      select p.amount_yen::float8 as yen, coalesce(p.received_on, run.transfer_on)::text as day
      from remittances p left join remittance_runs run on run.id = p.run_id
      where p.associate_id = ${associateId} and p.state in ('sent', 'confirmed', 'returned')
      order by p.created_at desc, p.id limit 1
    ) last on true`);
  const { owed = 0, yen = null, on = null } = rows[0] ?? {};
  const last =
    yen === null ? none : `${formatYen(yen)}円${on === null ? '' : `（${formatDate(on)}）`}`;
  return [
    line({
      label: '直近の送金',
      before: last,
      to: `associates/${encodeURIComponent(associateId)}`,
    }),
    line({
      label: 'お支払いを待っている額',
      detail: '承認から1日たったあとの送金で、新しい口座へお支払いします。',
      after: `${formatYen(owed)}円`,
    }),
  ];
}

/** A run keeps the accounts as of its preparation: after a change of one it produces no more files. */
async function openRun(tx: Transaction, subjectId: string) {
  const { rows } = await tx.execute<{ id: string; number: string }>(sql`
    select run.id, run.number from remittance_runs run where run.state in ('draft', 'approved', 'filed')
      and (${subjectId} = '' or exists (select from remittances r where r.run_id = run.id
        and r.associate_id = ${subjectId} and r.state <> 'taken-out'))`);
  return rows.map(({ id, number }) =>
    line({
      label: `準備中の送金 ${number}`,
      after: '口座が変わるため、そのままでは銀行に渡せなくなります',
      marks: ['送金の準備をやり直すことになります'],
      to: `remittances/${encodeURIComponent(id)}`,
    }),
  );
}
