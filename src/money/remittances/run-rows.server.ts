import { eq, type SQL, sql } from 'drizzle-orm';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import type { BankAccount } from '#money/bank-accounts/bank-account.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { remittanceRuns } from './remittance-tables.server.ts';
import type { Run, RunState } from './run.ts';
import { runStateLabels } from './run.ts';

type Source = Database | Transaction;

/** Count and yen of a run's remittances in a state, by the index on the run. Named in full: within it `id` is the remittance's. */
const sumIn = (state: 'confirmed' | 'returned', what: 'count' | 'yen') => sql<number>`(
  select ${what === 'count' ? sql`count(*)` : sql`coalesce(sum(r.amount_yen), 0)`}::float8
  from remittances r where r.run_id = remittance_runs.id and r.state = ${state})`;

export const selectRuns = (source: Source) =>
  source
    .select({
      run: remittanceRuns,
      confirmed: sumIn('confirmed', 'count'),
      confirmedYen: sumIn('confirmed', 'yen'),
      returned: sumIn('returned', 'count'),
      returnedYen: sumIn('returned', 'yen'),
      createdName: personName(sql`${remittanceRuns.createdBy}`),
      approvedName: personName(sql`${remittanceRuns.approvedBy}`),
      sentName: personName(sql`${remittanceRuns.sentBy}`),
    })
    .from(remittanceRuns)
    .$dynamic();
export type RunRow = Awaited<ReturnType<typeof selectRuns>>[number];

export const toRun = ({ run, createdName, approvedName, sentName, ...sums }: RunRow): Run => ({
  id: run.id,
  number: run.number,
  periodFrom: run.periodFrom,
  periodTo: run.periodTo,
  transferOn: run.transferOn,
  state: run.state as RunState,
  remittances: run.remittanceCount,
  amountYen: run.amountYen,
  ...sums,
  createdAt: toTimestamp(run.createdAt),
  createdBy: createdName,
  approvedAt: run.approvedAt && toTimestamp(run.approvedAt),
  approvedBy: approvedName,
  sentAt: run.sentAt && toTimestamp(run.sentAt),
  sentBy: sentName,
  endedAt: run.endedAt && toTimestamp(run.endedAt),
  dropReason: run.dropReason,
  version: run.version,
});

export const payerOf = ({ run }: Pick<RunRow, 'run'>): BankAccount => run.payer as BankAccount;

export async function readRun(source: Source, id: string): Promise<RunRow> {
  const [row] = await selectRuns(source).where(eq(remittanceRuns.id, id));
  if (!row) throw notFound('送金');
  return row;
}

/**
 * A run that nobody else moves until the transaction ends, as its operator saw it. Refused with who did what where it is
 * another one by now, or in another state than those that the step needs.
 */
export async function lockRun(
  tx: Transaction,
  id: string,
  { version, states }: { version?: number; states: readonly RunState[] },
): Promise<typeof remittanceRuns.$inferSelect> {
  const [run] = await tx
    .select()
    .from(remittanceRuns)
    .where(eq(remittanceRuns.id, id))
    .for('update');
  if (!run) throw notFound('送金');
  if (version !== undefined && run.version !== version) throw await staleRun(tx, id);
  if (!states.some((state) => state === run.state)) {
    const now = runStateLabels[run.state as RunState];
    throw refuse('Conflict', `この送金は「${now}」のため、いまはこの操作ができません。`);
  }
  return run;
}

/** Last change of a run and its actor, for refusing a stale page. */
async function staleRun(tx: Transaction, id: string): Promise<Error> {
  const [last] = await tx
    .select({ name: personName(sql`${auditLog.actorUid}`), at: auditLog.at })
    .from(auditLog)
    .where(sql`${auditLog.subjectType} = 'remittance-run' and ${auditLog.subjectId} = ${id}`)
    .orderBy(sql`${auditLog.id} desc`)
    .limit(1);
  const who = last
    ? `${last.name || '運営の担当者'}さんが${formatDateTime(toTimestamp(last.at))}に、この送金を変更しています。`
    : 'この送金は、ほかの画面で変更されています。';
  return refuse('Conflict', `${who}内容を読み込み直してから、もう一度お試しください。`);
}

/** Recounts the run's payable remittances and bumps its version. */
export async function countRun(tx: Transaction, id: string, changes: SQL = sql``): Promise<void> {
  await tx.execute(sql`
    update remittance_runs run set version = version + 1,
      remittance_count = (select count(*) from remittances r where r.run_id = run.id and r.state <> 'taken-out'),
      amount_yen = (select coalesce(sum(r.amount_yen), 0) from remittances r where r.run_id = run.id and r.state <> 'taken-out')
      ${changes}
    where id = ${id}`);
}
