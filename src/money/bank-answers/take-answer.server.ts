import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { bookLines } from '#money/bank-lines/book-lines.server.ts';
import { type Confirming, confirmSoon } from '#money/remittances/confirm.server.ts';
import { remittanceRuns, remittances } from '#money/remittances/remittance-tables.server.ts';
import { returnRemittance } from '#money/remittances/return.server.ts';
import { bankAnswers, bankBalances } from '#money/remittances/transfer-tables.server.ts';
import { discardPlans } from '#warehouse/results/import-results.server.ts';
import type { AnswerUpload } from './answer-body.server.ts';
import type { BankColumns } from './bank-columns.ts';
import { type Judged, type ReadAnswer, transfersOf } from './judge-answer.server.ts';
import type { KeyedBankRow } from './match-answers.ts';
import type { RowAct } from './match-bank-rows.server.ts';
import type { Plan } from './plan-answer.server.ts';
import { rememberColumns } from './remembered-columns.server.ts';
import { lastChange } from './under-way.server.ts';

const returnReason = '銀行の明細で組戻しの入金を確認';

/** Applies and stores a file's rows; nothing if one of the transfers changed since they were read. */
export const applyAnswer = (
  ctx: Context,
  operator: Person,
  { fileName, columnsVersion }: Pick<AnswerUpload, 'fileName' | 'columnsVersion'>,
  judged: Judged & { read: ReadAnswer & { columns: BankColumns } },
  plan: Plan,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await tx.execute(discardPlans);
    const at = ctx.clock();
    await lockAsSeen(tx, judged);
    if (plan.acts.length + judged.booked.length + plan.lines.length > 0) {
      await storeUpload(tx, operator, { fileName, judged, plan, at });
      await carryOut(tx, { judged, acts: plan.acts, operator, at }, ctx);
    }
    await rememberColumns(tx, judged.read.columns, columnsVersion);
  });

/** Refusal if the transfers have changed since they were shown. */
export async function staleAnswer(
  source: Parameters<typeof lastChange>[0],
  { underWay }: Pick<Judged, 'underWay'>,
): Promise<Error> {
  // The shown transfers may match no row any more, so all open ones are considered.
  const ids = [...underWay.byId.values()].flatMap((one) => [one.runId, one.remittanceId]);
  const who =
    (await lastChange(source, [...new Set(ids)])) ||
    'ためし読みのあとに、送金の記録か明細が変わっています。';
  return refuse('Conflict', `${who}もう一度ためし読みして、内容をお確かめください。`);
}

/** Locks the runs and transfers until the transaction ends; refuses if they changed since they were read. */
async function lockAsSeen(tx: Transaction, judged: Judged): Promise<void> {
  const about = transfersOf(judged.matched, judged.underWay);
  const runIds = [...new Set(about.map(({ runId }) => runId))];
  if (runIds.length === 0) return;
  await tx
    .select({ id: remittanceRuns.id })
    .from(remittanceRuns)
    .where(inArray(remittanceRuns.id, runIds))
    .orderBy(remittanceRuns.id)
    .for('update');
  const seen = about.map(({ remittanceId, version, state, confirmDueOn }) => {
    return { id: remittanceId, version, state, due: confirmDueOn };
  });
  const { rows } = await tx.execute(sql`
    select r.id from remittances r
    join json_to_recordset(${JSON.stringify(seen)}::json) as s(id text, version int, state text, due date) on s.id = r.id
    where r.version = s.version and r.state = s.state and r.confirm_due_on is not distinct from s.due
    order by r.id for update of r`);
  if (rows.length < seen.length) throw await staleAnswer(tx, judged);
}

type UploadInput = {
  fileName: string;
  judged: { read: ReadAnswer } & Judged;
  plan: Plan;
  at: Date;
};

/**
 * Stores the upload with its rows, the bank's balances, and postings of rows without a transfer. Refuses all of it if a
 * concurrent upload has one of the rows.
 */
async function storeUpload(
  tx: Transaction,
  operator: Person,
  { fileName, judged, plan, at }: UploadInput,
): Promise<void> {
  const { fileHash, rowCount } = judged.read;
  const acts = [...plan.acts, ...judged.booked];
  const id = randomUUID();
  const facts = { fileName, fileHash, rowCount, uploadedBy: operator.uid, createdAt: at };
  await insertAll(tx, bankAnswers, [{ id, ...facts }]);
  const factsOf = ({ row, key, day, amountYen: yen, balanceYen: balance }: KeyedBankRow) => {
    return { row, key, day, yen, balance, said: '' };
  };
  const listed = [
    ...acts.map((act) => ({
      ...factsOf(act.row),
      kind: act.kind,
      remittance: act.kind === 'total' ? null : act.remittanceId,
      run: act.kind === 'total' ? act.runId : null,
    })),
    ...plan.lines.map((line) => ({
      ...factsOf(line),
      ...{ kind: 'line', of: line.lineKind, said: line.description },
    })),
  ];
  const { rows } = await tx.execute(sql`
    insert into bank_answer_rows (answer_id, row, key, day, amount_yen, kind, remittance_id, run_id, balance_yen, line_kind, description)
    select ${id}, row, key, day, yen, kind, remittance, run, balance, "of", said
    from json_to_recordset(${JSON.stringify(listed)}::json)
      as l(row int, key text, day date, yen bigint, kind text, remittance text, run text, balance bigint, "of" text, said text)
    order by key
    on conflict (key) where taken_back_at is null do nothing returning row`);
  if (rows.length < listed.length) throw await staleAnswer(tx, judged);
  await bookLines(
    tx,
    plan.lines.map(({ row, day, amountYen, lineKind }) => {
      return { answerId: id, row, day, amountYen, version: 1, kind: lineKind, reason: '' };
    }),
    { actorUid: operator.uid, now: at },
  );
  await insertAll(
    tx,
    bankBalances,
    judged.read.stated.map((one) => ({
      ...one,
      source: 'file',
      answerId: id,
      actorUid: operator.uid,
      at,
    })),
  );
  const count = (kind: RowAct['kind']) => acts.filter((act) => act.kind === kind).length;
  await audit(tx, operator, 'bank-answers.import', ['bank-answer', id], {
    at,
    ...{ rows: rowCount, confirmed: count('transfer') + count('total') },
    returned: count('returned'),
    lines: plan.lines.length,
  });
}

type CarryingOut = { judged: Judged; acts: readonly RowAct[]; operator: Person; at: Date };

/** Returns first: money that left and came back in one file never arrived, so no mail says that it did. */
async function carryOut(
  tx: Transaction,
  { judged, acts, operator, at }: CarryingOut,
  dependencies: Context,
): Promise<void> {
  const { underWay } = judged;
  /** Day on which the bank sent it, by remittance. */
  const left = new Map<string, string>();
  for (const act of acts) {
    if (act.kind === 'transfer') left.set(act.remittanceId, act.row.day);
    if (act.kind !== 'total') continue;
    for (const { remittanceId, runId } of underWay.transfers) {
      if (runId === act.runId && !left.has(remittanceId)) left.set(remittanceId, act.row.day);
    }
  }
  for (const act of acts) {
    if (act.kind !== 'returned') continue;
    const id = act.remittanceId;
    const [row] = await tx.select().from(remittances).where(eq(remittances.id, id));
    if (!row) continue;
    const leftOn = left.get(id) ?? row.confirmDueOn ?? undefined;
    const returnedOn = act.row.day;
    await returnRemittance(tx, row, {
      returnedOn,
      reason: returnReason,
      leftOn,
      operator,
      now: at,
    });
    left.delete(id);
  }
  const idsOf = (ids: readonly string[]) =>
    sql`r.id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  const days = Map.groupBy(left, ([, day]) => day);
  const confirming = [...days].map(([receivedOn, ofDay]) => {
    const facts: Confirming = { receivedOn, source: 'bank-answer', actor: operator };
    return { ...facts, chosen: idsOf(ofDay.map(([id]) => id)) };
  });
  await auditConfirmed(tx, { judged, left, operator, at });
  await confirmSoon(tx, confirming, dependencies);
}

/** One entry per run, as for confirmation by hand, so that later operators see who did it. */
async function auditConfirmed(
  tx: Transaction,
  {
    judged: { underWay },
    left,
    operator,
    at,
  }: Omit<CarryingOut, 'acts'> & { left: ReadonlyMap<string, string> },
): Promise<void> {
  const runs = Map.groupBy(left.keys(), (id) => underWay.byId.get(id)?.runId ?? '');
  for (const [runId, ids] of runs) {
    const days = new Set(ids.map((id) => left.get(id)));
    await audit(tx, operator, 'remittances.confirm', ['remittance-run', runId], {
      at,
      day: [...days].join('、'),
      count: ids.length,
    });
  }
}
