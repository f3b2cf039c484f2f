import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { accountLine } from '#money/bank-accounts/account-line.server.ts';
import { bankBalance } from '#money/books/books.server.ts';
import type { Shows } from '#people/approvals/approval-kinds.server.ts';
import type { ShownLine } from '#people/approvals/shown.ts';
import type { PaidAccount } from './remittance-tables.server.ts';
import { runProblems } from './run-problems.server.ts';
import { readRun } from './run-rows.server.ts';

/** A sum above this multiple of the payee's earlier mean is marked. */
const unusualTimes = 3;

export type Payee = {
  id: string;
  name: string;
  amountYen: number;
  account: PaidAccount | null;
  lastAccount: PaidAccount | null;
  lastYen: number | null;
  lastState: string | null;
  lastOn: string | null;
  meanYen: number | null;
};

/** What was paid to `associate` before `id`: the last transfer, and the mean of those that were not sent back. */
export const paidBefore = (associate: ReturnType<typeof sql>, id: ReturnType<typeof sql>) => sql`
  left join lateral (
    select p.account, p.amount_yen, p.state, coalesce(p.received_on, run.transfer_on) as day
    from remittances p left join remittance_runs run on run.id = p.run_id
    where p.associate_id = ${associate} and p.id <> ${id} and p.state in ('sent', 'confirmed', 'returned')
    order by p.created_at desc, p.id limit 1
  ) last on true
  left join lateral (
    select avg(p.amount_yen)::float8 as yen from remittances p
    where p.associate_id = ${associate} and p.id <> ${id} and p.state in ('sent', 'confirmed')
  ) mean on true`;
export const beforeColumns = sql`last.account as "lastAccount", last.amount_yen::float8 as "lastYen",
  last.state as "lastState", last.day::text as "lastOn", mean.yen as "meanYen"`;

const keyOf = ({ bankCode, branchCode, kind, number, holder }: PaidAccount) =>
  [bankCode, branchCode, kind, number, holder].join(' ');

/** What is new or unusual about paying this sum to this account. */
export function payeeMarks(payee: Omit<Payee, 'id' | 'name'>): string[] {
  const { amountYen, account, lastAccount, lastYen, lastState, meanYen } = payee;
  const marks: string[] = [];
  if (lastYen === null) marks.push('初めてのお支払い先です');
  else if (lastAccount === null) marks.push('前回の口座の記録がありません');
  else if (account && keyOf(account) !== keyOf(lastAccount)) {
    marks.push(`口座が前回（${accountLine(lastAccount)}）と違います`);
  }
  if (lastState === 'returned') marks.push('前回の振込は戻ってきています');
  if (meanYen !== null && amountYen > unusualTimes * meanYen) {
    marks.push(
      `これまでの平均（${formatYen(Math.round(meanYen))}円）の${unusualTimes}倍を超えています`,
    );
  }
  return marks;
}

export const lastInWords = ({ lastYen, lastOn }: Pick<Payee, 'lastYen' | 'lastOn'>): string =>
  lastYen === null
    ? 'なし'
    : `前回 ${formatYen(lastYen)}円${lastOn === null ? '' : `（${formatDate(lastOn)}）`}`;

async function readPayees(tx: Transaction, runId: string): Promise<Payee[]> {
  const { rows } = await tx.execute<Payee>(sql`
    select r.id, a.name, r.amount_yen::float8 as "amountYen", r.account, ${beforeColumns}
    from remittances r join associates a on a.id = r.associate_id
    ${paidBefore(sql`r.associate_id`, sql`r.id`)}
    where r.run_id = ${runId} and r.state <> 'taken-out' order by a.name_kana, a.name, r.id`);
  return rows;
}

/** Payees of a run with account, sum and changes since the last payment; then the organisations carried over. */
export const showRun =
  ({ clock }: Context): Shows['remittance-run'] =>
  async (tx, { subjectId }) => {
    const { run } = await readRun(tx, subjectId);
    const problems = Map.groupBy(
      await runProblems(tx, run, clock()),
      ({ remittanceId }) => remittanceId,
    );
    const payees = (await readPayees(tx, subjectId)).map(
      (payee): ShownLine => ({
        label: payee.name,
        detail: accountLine(payee.account),
        before: lastInWords(payee),
        after: `${formatYen(payee.amountYen)}円`,
        marks: [
          ...payeeMarks(payee),
          ...(problems.get(payee.id) ?? []).map(({ message }) => message),
        ],
        to: `remittances/transfers/${encodeURIComponent(payee.id)}`,
      }),
    );
    const ofRun = [
      ...(problems.get('') ?? []).map(({ message }) => message),
      ...(await balanceMarks(tx, run)),
    ];
    const to = `remittances/${encodeURIComponent(subjectId)}`;
    const whole =
      ofRun.length > 0 ? [{ ...emptyLine, label: 'この送金全体', marks: ofRun, to }] : [];
    return [...whole, ...payees, ...(await carriedLine(tx, subjectId))];
  };

/** Says where a run is more than the bank has by the books, once a balance of the bank's own is on record. */
async function balanceMarks(
  tx: Transaction,
  { id, amountYen }: { id: string; amountYen: number },
): Promise<string[]> {
  const { balanceYen, statedOn } = await bankBalance(tx);
  if (statedOn === null) return [];
  const { rows } = await tx.execute<{ yen: number }>(sql`
    select coalesce(sum(amount_yen), 0)::float8 as yen from remittances where state = 'sent' and run_id <> ${id}`);
  const leftYen = balanceYen - (rows[0]?.yen ?? 0);
  if (amountYen <= leftYen) return [];
  return [
    `合計の${formatYen(amountYen)}円は、口座にある${formatYen(Math.max(leftYen, 0))}円（帳簿の銀行残高から送金中の額を除いた額）を超えています`,
  ];
}

const emptyLine: ShownLine = { label: '', detail: '', before: '', after: '', marks: [], to: '' };

async function carriedLine(tx: Transaction, runId: string): Promise<ShownLine[]> {
  const { rows } = await tx.execute<{ count: number; yen: number }>(sql`
    select count(*)::float8 as count, coalesce(sum(amount_yen), 0)::float8 as yen from carried_over where run_id = ${runId}`);
  const { count = 0, yen = 0 } = rows[0] ?? {};
  if (count === 0) return [];
  const to = `remittances/${encodeURIComponent(runId)}/carried`;
  const after = `${formatYen(count)}団体・${formatYen(yen)}円`;
  return [{ ...emptyLine, label: '次回に繰り越し', after, to }];
}
