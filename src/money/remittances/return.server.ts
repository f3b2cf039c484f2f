import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { blockAccount } from '#money/bank-accounts/blocked-accounts.server.ts';
import { announceFunds } from '#money/funds/fund-figures.server.ts';
import { accountOf, owedAccount } from '#money/ledger/accounts.ts';
import { notePostings, post, postingOf } from '#money/ledger/ledger.server.ts';
import { applicationsIn, settleOverpaid } from '#money/ledger/overpaid.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { confirmationReturned } from '#organisations/confirmations/confirmations.server.ts';
import { longStatements } from '#warehouse/results/import-results.server.ts';
import { bookedAt, endIfDone } from './confirm.server.ts';
import { giftsWentBack, lockGifts } from './follow-remittances.server.ts';
import { isHoliday } from './next-run.server.ts';
import { remittances } from './remittance-tables.server.ts';
import type { ReturnRequest, RunReason } from './run.ts';
import { readRun } from './run-rows.server.ts';
import { typedBankDayProblem } from './transfer-day.ts';
import { bankAnswerRows } from './transfer-tables.server.ts';

type RemittanceRow = typeof remittances.$inferSelect;

async function lockRemittance(
  tx: Transaction,
  id: string,
  version: number,
): Promise<RemittanceRow> {
  const [row] = await tx.select().from(remittances).where(eq(remittances.id, id)).for('update');
  if (!row || row.runId === null || row.associateId === null) {
    throw notFound('送金');
  }
  if (row.version !== version) {
    throw refuse(
      'Conflict',
      'この送金は、ほかの画面で変更されています。内容を読み込み直してから、もう一度お試しください。',
    );
  }
  return row;
}

/**
 * Notes that a transfer came back (組戻し), with the day and the reason: what was owed is owed again, and goes with the
 * next run.
 */
export const noteReturn = (
  { db, clock }: Context,
  operator: Person,
  id: string,
  { returnedOn, reason, version }: ReturnRequest,
) =>
  transaction(db, async (tx) => {
    await tx.execute(longStatements);
    const row = await lockRemittance(tx, id, version);
    const now = clock();
    demandOnItsWay(row);
    await demandPossible(tx, row, returnedOn, now);
    await returnRemittance(tx, row, { returnedOn, reason, operator, now });
  });

/** Takes a confirmation back that was a mistake, by a counter-entry with a reason: it is in transit again. */
export const unconfirm = (
  { db, clock }: Context,
  operator: Person,
  id: string,
  { reason, version }: RunReason,
) =>
  transaction(db, async (tx) => {
    await tx.execute(longStatements);
    const row = await lockRemittance(tx, id, version);
    if (row.state !== 'confirmed') {
      throw refuse('Conflict', '着金を記録した送金だけ、取り消せます。');
    }
    const now = clock();
    const within = await applicationsIn(tx, [id]);
    await lockGifts(tx, within);
    const target = { associateId: row.associateId, socialChallengeId: null };
    const postingId = `unconfirmed-${row.version}:${id}`;
    const lines = [
      { account: 'bank', amountYen: row.amountYen },
      { account: accountOf('in-transit', target), amountYen: -row.amountYen },
    ];
    // In the month of what it takes back, as long as that is open.
    const day = row.receivedOn ?? jstDay(now);
    const at = (await bookedAt(tx, { ids: [id], day, now }))(id);
    await post(tx, [postingOf(postingId, lines, { remittanceId: id, at })]);
    const corrects = `confirmed-${row.version - 1}:${id}`;
    await notePostings(tx, [{ postingId, reason, corrects, actorUid: operator.uid, at: now }]);
    await giftsWentBack(tx, id, {
      note: `着金の取り消し：${reason}`,
      paperReason: '団体への着金の記録が取り消されたため',
      actor: operator,
      at: now,
    });
    await tx
      .update(remittances)
      .set({
        state: 'sent',
        receivedOn: null,
        sentAt: null,
        confirmedBy: null,
        confirmedBySource: null,
        version: sql`${remittances.version} + 1`,
      })
      .where(eq(remittances.id, id));
    await settleOverpaid(tx, within, { reason, actorUid: operator.uid, at: now });
    // The bank's row that said so may be another transfer's.
    await tx
      .update(bankAnswerRows)
      .set({ takenBackAt: now })
      .where(
        and(
          eq(bankAnswerRows.remittanceId, id),
          eq(bankAnswerRows.kind, 'transfer'),
          isNull(bankAnswerRows.takenBackAt),
        ),
      );
    await endIfDone(tx, row.runId ?? '', now);
    await audit(tx, operator, 'remittances.unconfirm', ['remittance', id], { at: now });
    await announceFunds(tx);
  });

type Returning = {
  returnedOn: string;
  reason: string;
  /** The day on which it left, where the bank says so and its arrival was not booked. */
  leftOn?: string | undefined;
  operator: Person;
  now: Date;
};

/** Notes that a remittance, locked as it is, came back: what was owed is owed again. */
export async function returnRemittance(
  tx: Transaction,
  row: RemittanceRow,
  { returnedOn, reason, leftOn, operator, now }: Returning,
): Promise<void> {
  const { id, amountYen } = row;
  demandOnItsWay(row);
  if (returnedOn > jstDay(now)) {
    throw refuse('ValidationError', '組戻しの入金日は、今日までの日を入力してください。');
  }
  await demandUntouched(tx, id);
  const within = await applicationsIn(tx, [id]);
  await lockGifts(tx, within);
  const target = { associateId: row.associateId, socialChallengeId: null };
  const owedTo = { ...target, associateId: await heirOf(tx, row.associateId) };
  const [returned, transit] = [accountOf('returned', target), accountOf('in-transit', target)];
  const note = { reason, corrects: null, actorUid: operator.uid, at: now };
  const of = { remittanceId: id };
  const hasLeft = row.state === 'confirmed' || leftOn !== undefined;
  if (row.state === 'sent' && leftOn !== undefined) {
    const left = `confirmed-${row.version}:${id}`;
    const at = (await bookedAt(tx, { ids: [id], day: leftOn, now }))(id);
    const lines = [
      { account: transit, amountYen },
      { account: 'bank', amountYen: -amountYen },
    ];
    await post(tx, [postingOf(left, lines, { ...of, at })]);
    await notePostings(tx, [{ ...note, postingId: left, reason: '銀行の明細で出金を確認' }]);
  }
  const at = (await bookedAt(tx, { ids: [id], day: returnedOn, now }))(id);
  const [cameBack, reopened] = [`returned-${row.version}:${id}`, `reopened-${row.version}:${id}`];
  await post(tx, [
    postingOf(
      cameBack,
      [
        { account: hasLeft ? 'bank' : transit, amountYen },
        { account: returned, amountYen: -amountYen },
      ],
      { ...of, at },
    ),
    postingOf(
      reopened,
      [
        { account: returned, amountYen },
        { account: owedAccount(owedTo), amountYen: -amountYen },
      ],
      { ...of, at },
    ),
  ]);
  await notePostings(tx, [
    { ...note, postingId: cameBack },
    { ...note, postingId: reopened, corrects: cameBack },
  ]);
  if (row.state === 'confirmed') {
    await giftsWentBack(tx, id, {
      note: `組戻し：${reason}`,
      paperReason: '団体への送金が戻り、寄付金がまだ届いていないため',
      actor: operator,
      at: now,
    });
  }
  await tx.insert(owedItems).values({
    ...owedTo,
    kind: 'return',
    amountYen,
    day: jstDay(at),
    postingId: reopened,
    returnedId: id,
    at: now,
  });
  await tx
    .update(remittances)
    .set({
      state: 'returned',
      returnedOn,
      returnReason: reason,
      returnedBy: operator.uid,
      receivedOn: null,
      confirmDueOn: null,
      confirmDueBy: null,
      version: sql`${remittances.version} + 1`,
    })
    .where(eq(remittances.id, id));
  if (row.accountId !== null) {
    const { accountId } = row;
    await blockAccount(tx, {
      accountId,
      remittanceId: id,
      reason,
      actorUid: operator.uid,
      at: now,
    });
  }
  await confirmationReturned(tx, id, {
    reason: '銀行から戻ったため',
    actorUid: operator.uid,
    now,
  });
  await settleOverpaid(tx, within, { reason, actorUid: operator.uid, at: now });
  await endIfDone(tx, row.runId ?? '', now);
  await audit(tx, operator, 'remittances.return', ['remittance', id], { at: now });
  await announceFunds(tx);
}

/** Only what the bank was asked for comes back. */
function demandOnItsWay({ state }: RemittanceRow): void {
  if (state !== 'confirmed' && state !== 'sent') {
    throw refuse('Conflict', '銀行に依頼した送金だけ、組戻しを記録できます。');
  }
}

/** A return is not dated before the arrival or, without a noted arrival, before the transfer day. */
async function demandPossible(tx: Transaction, row: RemittanceRow, returnedOn: string, now: Date) {
  const { run } = await readRun(tx, row.runId ?? '');
  const first =
    row.receivedOn === null
      ? { first: run.transferOn, firstIs: '振込指定日' }
      : { first: row.receivedOn, firstIs: '着金した日' };
  const message = typedBankDayProblem(
    returnedOn,
    { what: '組戻しの入金日', ...first },
    { today: jstDay(now), isHoliday },
  );
  if (message) {
    throw refuse('ValidationError', message, { errors: [{ path: 'returnedOn', message }] });
  }
}

/** Creditor of an organisation's money: itself, or the organisation that it was merged into. */
async function heirOf(tx: Transaction, associateId: string | null): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select coalesce(merged_into, id) as id from associates where id = ${associateId} for share`);
  return rows[0]?.id ?? associateId;
}

/** What came back and is on its way again is the later remittance's. */
async function demandUntouched(tx: Transaction, id: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from owed_items where returned_id = ${id} and cancelled_at is null`);
  if (rows.length > 0) throw refuse('Conflict', 'この送金の組戻しは、すでに記録されています。');
}
