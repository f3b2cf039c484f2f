import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applicationEvents } from '#giving/applications/application-tables.server.ts';
import { giftsOfStored } from '#giving/donations/gift-sums.server.ts';
import {
  emptyAmong,
  type NewDonation,
  recordDonations,
  settleEmptyGifts,
} from '#giving/donations/record-donations.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { pipelined, type Statements } from '#kit/db/pipelined.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { systemUid } from '#people/approvals/approval-list.server.ts';
import { findIncomplete } from '#warehouse/dealer-ledger/missing-facts.server.ts';
import type { AcceptedRow } from './check-rows.server.ts';
import type { ReadUpload } from './read-upload.server.ts';
import { mailResults } from './result-mails.server.ts';
import { appraisalItems, appraisals, resultBatches } from './result-tables.server.ts';
import { nextMorning } from './waiting/next-morning.server.ts';

/** An accepted row with the id it is stored under. */
type StoredRow = AcceptedRow & { id: string };

/** Names of the uploaded files; '' for none. */
export type FileNames = { csv: string; items: string };

/** Batch being written. The operator is the system for an automatic release. */
export type Batch = { id: string; operator: Pick<Person, 'uid'>; at: Date };

/** Counts of a batch. */
type Counts = { accepted: number; unchanged: number; donationYen: number };

/** Opens a batch with the counts known so far: of an upload in several parts, those of the first. */
export async function openBatch(
  tx: Transaction,
  facts: Omit<Batch, 'id'> & {
    read: ReadUpload;
    names: FileNames;
    isReleased: boolean;
    counts: Counts;
  },
): Promise<Batch> {
  const { operator, at, read, names, isReleased, counts } = facts;
  const id = randomUUID();
  await tx.insert(resultBatches).values({
    id,
    uploadedBy: operator.uid,
    fileName: names.csv,
    fileHash: read.hash,
    itemFileName: names.items,
    encoding: read.encoding ?? '',
    rowCount: read.rowCount,
    acceptedCount: counts.accepted,
    unchangedCount: counts.unchanged,
    donationYen: counts.donationYen,
    ...(isReleased
      ? { state: 'released', releasedAt: at, releasedBy: operator.uid }
      : { state: 'waiting', releaseDueAt: nextMorning(at) }),
    createdAt: at,
  });
  return { id, operator, at };
}

/**
 * Writes accepted rows with their effects: states, events, donations, counts, ledger; with `notifiesNow` also mails.
 */
export async function writeRows(
  tx: Transaction,
  accepted: readonly AcceptedRow[],
  batch: Batch,
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>,
  { notifiesNow }: { notifiesNow: boolean },
): Promise<void> {
  const stored = accepted.map((row) => ({ ...row, id: randomUUID() as string }));
  const writing = pipelined(tx);
  await keepRows(writing, stored, batch);
  await moveStates(writing, stored, batch.at);
  await insertAll(
    writing,
    applicationEvents,
    stored.flatMap((row) => eventsOf(row, batch)),
  );
  const gifts = await recordDonations(writing, stored.filter(isDonated).map(toDonation), batch.at);
  if (notifiesNow) await mailResults(writing, stored, dependencies, giftsOfStored(gifts));
  await writing.done();
  await settleEmptyGifts(tx, emptyAmong(gifts), batch.at);
}

/** Closes a batch of several parts with its counts, and marks whether donors are still to be notified. */
export async function closeBatch(
  tx: Transaction,
  { id }: Batch,
  { accepted: acceptedCount, unchanged: unchangedCount, donationYen }: Counts,
  mailsDue: boolean,
): Promise<void> {
  await tx
    .update(resultBatches)
    .set({ acceptedCount, unchangedCount, donationYen, mailsDue })
    .where(eq(resultBatches.id, id));
}

async function keepRows(
  tx: Statements,
  stored: readonly StoredRow[],
  { id: batchId, at: createdAt }: Batch,
): Promise<void> {
  await insertAll(
    tx,
    appraisals,
    stored.map(({ id, rowHash, result, application, overrideReason = '' }) => {
      const { row: rowNumber, associateId: _, ...values } = result;
      const { state: stateBefore } = application;
      const facts = { id, batchId, rowNumber, rowHash, stateBefore, overrideReason, createdAt };
      return { ...values, ...facts };
    }),
  );
  await insertAll(
    tx,
    appraisalItems,
    stored.flatMap(({ id, items }) =>
      items.map(({ row: _row, appraisalId: _id, ...item }, index) => ({
        ...item,
        appraisalRowId: id,
        position: index + 1,
      })),
    ),
  );
}

const toDonation = ({ id, result, application }: StoredRow): NewDonation => ({
  appraisalId: application.appraisalId,
  appraisalRowId: id,
  uid: application.uid,
  associateId: application.associateId,
  socialChallengeId: application.socialChallengeId,
  appraisedYen: result.appraisedYen,
  bonusYen: result.bonusYen,
  needReceipt: application.needReceipt,
  boxes: application.boxes,
});

/** Whether a row becomes a donation at once. */
export const isDonated = ({ result, isOnHold }: Pick<AcceptedRow, 'result' | 'isOnHold'>) =>
  result.outcome === 'completed' && !isOnHold;

/**
 * Problems that keep rows from being recorded as donations although their identity was approved before the goods
 * arrived.
 */
export const findUnrecordable = (tx: Transaction, rows: readonly AcceptedRow[]) => {
  const approved = rows.filter(
    (row) =>
      isDonated(row) && row.application.kind === 'fund' && row.application.identity === 'approved',
  );
  return findIncomplete(
    tx,
    approved.map(({ application }) => application.appraisalId),
  );
};

const stateAfter = ({ application, steps }: AcceptedRow) => steps.at(-1) ?? application.state;

async function moveStates(tx: Statements, rows: readonly StoredRow[], at: Date): Promise<void> {
  const moves = rows.map((row) => ({
    id: row.application.appraisalId,
    state: stateAfter(row),
    identity:
      row.isOnHold && row.application.identity === 'not-needed' ? 'due' : row.application.identity,
  }));
  await tx.execute(sql`
    update applications a
    set state = r.state, identity = r.identity, version = a.version + 1,
        state_changed_at = ${at.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(moves)}::json) as r(id text, state text, identity text)
    where a.appraisal_id = r.id`);
}

/** States that a result itself reports. Earlier ones were not recorded and count as skipped. */
const reportedByResult: readonly ApplicationState[] = ['appraised', 'donated'];

function eventsOf({ application, steps }: StoredRow, { id: batchId, operator, at }: Batch) {
  return steps.map((toState, index) => ({
    appraisalId: application.appraisalId,
    fromState: steps[index - 1] ?? application.state,
    toState,
    ...(operator.uid === systemUid
      ? { doneBy: 'system', actorUid: null }
      : { doneBy: 'operator', actorUid: operator.uid }),
    isSkipped: index < steps.length - 1 && !reportedByResult.includes(toState),
    batchId,
    at,
  }));
}
