import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ApplicationState, IdentityCheck } from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { type Reversible, reverseDonations } from '#giving/donations/record-donations.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { cancelPurchases } from '#warehouse/dealer-ledger/cancel-purchases.server.ts';
import { type AppraisalOutcome, appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import { countBatchYen, nameOf } from '#warehouse/results/batches.server.ts';
import { longStatements } from '#warehouse/results/import-results.server.ts';
import { mostBlockedShown, type ReversalPreview } from '#warehouse/results/result-import.ts';
import { deleteUntrueMails, withdrawMails } from '#warehouse/results/result-mails.server.ts';
import { appraisals, resultBatches } from '#warehouse/results/result-tables.server.ts';
import {
  blockedMessage,
  blockerLabel,
  ended,
  findBlocked,
  lockBatch,
} from '#warehouse/results/waiting/lock-waiting.server.ts';

/** Conflict for a stale released batch: who changed it last, when, and how. */
async function staleBatch(tx: Transaction, id: string): Promise<Error> {
  const {
    rows: [last],
  } = await tx.execute<{ at: number; by: string; corrected: string | null }>(sql`
    select extract(epoch from x.at)::float8 * 1000 as at, ${nameOf(sql`x.uid`)} as by, x.corrected from (
      (select created_at as at, corrected_by as uid, appraisal_id as corrected from appraisals
        where batch_id = ${id} and corrects_id is not null order by 1 desc limit 1)
      union all
      (select at, actor_uid, null from audit_log
        where subject_type = 'result-batch' and subject_id = ${id} and action = 'results.reverse'
        order by id desc limit 1)
    ) x order by 1 desc limit 1`);
  if (!last) return stale();
  const who = last.by ? `${last.by}さんが` : 'ほかの画面で';
  const when = formatDateTime(toTimestamp(new Date(last.at)));
  const what = last.corrected ? `${last.corrected}の結果を訂正して` : '一部の行を取り消して';
  return refuse(
    'Conflict',
    `この取り込みは、${who}${when}に${what}います。内容を読み込み直して、お確かめください。`,
  );
}

export type Reversal = {
  reason: string;
  /** Version of the batch that the operator saw. */
  version: number;
  /** Leaves out results that cannot be reversed. */
  without?: 'blocked' | undefined;
};

/**
 * Reverses a whole batch in one transaction, with a reason: donations, counts, books and states are as before, and
 * its file can be uploaded again. Refuses (Conflict, names them) if money, a receipt or a public pledge depends on
 * its donations or, with `without`, if no other result is left.
 */
export async function reverseBatch(
  dependencies: Dependencies,
  operator: Person,
  batchId: string,
  { reason, version, without }: Reversal,
): Promise<void> {
  const { db, clock } = dependencies;
  await transaction(db, async (tx) => {
    await tx.execute(longStatements);
    await lockBatchAndDonations(tx, batchId, version);
    const blocked = await findBlocked(tx, batchId);
    const numbers = new Set(blocked.map(({ appraisalId }) => appraisalId));
    const rows = (await findRows(tx, batchId)).filter(
      ({ appraisalId }) => !numbers.has(appraisalId),
    );
    if (blocked.length > 0 && (without !== 'blocked' || rows.length === 0)) {
      throw refuse('Conflict', blockedMessage(blocked));
    }
    const at = clock();
    const taken = rows.flatMap((row) => (row.donation === null ? [] : [row.donation]));
    await reverseDonations(tx, taken, { reason, actorUid: operator.uid, at });
    const appraisalRowIds = rows.map(({ id }) => id);
    await tx
      .update(appraisals)
      .set({ reversedAt: at })
      .where(eq(appraisals.id, oneOf(appraisalRowIds)));
    await moveBack(tx, rows.filter(isUnmoved), { operator, batchId, reason, at });
    await withdrawMails(tx, rows, dependencies);
    await deleteUntrueMails(
      tx,
      rows.map(({ appraisalId }) => appraisalId),
    );
    await noteReversal(tx, batchId, { operator, reason, at, isWhole: blocked.length === 0 });
    await cancelPurchases(tx, { appraisalRowIds }, { operator, at, reason });
    await audit(tx, operator, 'results.reverse', ['result-batch', batchId], {
      at,
      rows: rows.length,
      ...(blocked.length > 0 && { blocked: blocked.length }),
    });
  });
}

/** Dry run of a reversal: the number of results it would reverse, and those it cannot. */
export async function tryReversal(
  { db }: Pick<Dependencies, 'db'>,
  batchId: string,
): Promise<ReversalPreview | undefined> {
  const [batch] = await db
    .select({ id: resultBatches.id })
    .from(resultBatches)
    .where(eq(resultBatches.id, batchId));
  if (!batch) return undefined;
  const standing = and(eq(appraisals.batchId, batchId), isNull(appraisals.reversedAt));
  const rows = await db.$count(appraisals, standing);
  const blocked = await findBlocked(db, batchId);
  return {
    rows: rows - blocked.length,
    blocked: blocked
      .slice(0, mostBlockedShown)
      .map((one) => ({ appraisalId: one.appraisalId, reason: blockerLabel(one) })),
    blockedTotal: blocked.length,
  };
}

/** Marks the batch as reversed only if no result stands: the rest can be reversed once nothing depends on it. */
async function noteReversal(
  tx: Transaction,
  batchId: string,
  {
    operator,
    reason,
    at,
    isWhole,
  }: { operator: Person; reason: string; at: Date; isWhole: boolean },
): Promise<void> {
  if (!isWhole) await countBatchYen(tx, batchId);
  await tx
    .update(resultBatches)
    .set({
      version: sql`${resultBatches.version} + 1`,
      ...(isWhole && { reversedAt: at, reversedBy: operator.uid, reversalReason: reason }),
    })
    .where(eq(resultBatches.id, batchId));
}

/** Locks the batch, its applications and their donations until the transaction ends. */
async function lockBatchAndDonations(
  tx: Transaction,
  batchId: string,
  version: number,
): Promise<void> {
  const batch = await lockBatch(tx, batchId);
  if (batch.reversedAt) throw ended(batch);
  if (batch.state === 'waiting') {
    throw refuse(
      'Conflict',
      'この取り込みは、まだ確定していません。取りやめるか、行を外してください。',
    );
  }
  if (batch.version !== version) throw await staleBatch(tx, batchId);
  await tx.execute(sql`
    select from applications
    where appraisal_id in (select appraisal_id from appraisals where batch_id = ${batchId})
    order by appraisal_id for update`);
  // In the order of src/giving/donations/lock-donations.server.ts: waits for a pledge or receipt being written, which then
  // blocks the reversal.
  await tx.execute(sql`
    select from donations
    where appraisal_id in (select appraisal_id from appraisals where batch_id = ${batchId})
      and reversed_at is null
    order by appraisal_id for update`);
  // Waits for a remittance run in preparation, which then blocks the reversal.
  await tx.execute(sql`
    select from owed_items
    where appraisal_id in (select appraisal_id from appraisals where batch_id = ${batchId})
      and cancelled_at is null
    order by id for update`);
}

type BatchRow = Awaited<ReturnType<typeof findRows>>[number];

async function findRows(tx: Transaction, batchId: string) {
  const rows = await tx
    .select({
      id: appraisals.id,
      appraisalId: appraisals.appraisalId,
      outcome: appraisals.outcome,
      stateBefore: appraisals.stateBefore,
      state: applications.state,
      identity: applications.identity,
      donationId: donations.id,
      associateId: donations.associateId,
      socialChallengeId: donations.socialChallengeId,
      amountYen: donations.amountYen,
      donatedAt: donations.donatedAt,
    })
    .from(appraisals)
    .innerJoin(applications, eq(applications.appraisalId, appraisals.appraisalId))
    .leftJoin(
      donations,
      and(
        eq(donations.appraisalId, appraisals.appraisalId),
        eq(donations.appraisalRowId, appraisals.id),
        isNull(donations.reversedAt),
      ),
    )
    .where(and(eq(appraisals.batchId, batchId), isNull(appraisals.reversedAt)))
    .orderBy(asc(appraisals.appraisalId));
  return rows.map((row) => ({
    id: row.id,
    appraisalId: row.appraisalId,
    outcome: row.outcome as AppraisalOutcome,
    stateBefore: row.stateBefore as ApplicationState,
    state: row.state as ApplicationState,
    identity: row.identity as IdentityCheck,
    donation: toReversible(row),
  }));
}

function toReversible(row: {
  appraisalId: string;
  donationId: string | null;
  associateId: string | null;
  socialChallengeId: string | null;
  amountYen: number | null;
  donatedAt: Date | null;
}): Reversible | null {
  const { appraisalId, donationId: id, associateId, socialChallengeId, amountYen, donatedAt } = row;
  if (id === null || amountYen === null || donatedAt === null) return null;
  return { id, appraisalId, associateId, socialChallengeId, amountYen, donatedAt };
}

/**
 * An application on hold that was cancelled meanwhile stays cancelled; a gift that left nothing moved on by itself.
 */
const isUnmoved = ({ outcome, state }: BatchRow) =>
  state === appraisalOutcomes[outcome].state ||
  (outcome === 'completed' && ['appraised', 'remitted', 'thanked'].includes(state));

async function moveBack(
  tx: Transaction,
  rows: readonly BatchRow[],
  facts: { operator: Person; batchId: string; reason: string; at: Date },
): Promise<void> {
  const moves = rows.map(({ appraisalId, stateBefore, identity }) => ({
    id: appraisalId,
    state: stateBefore,
    // 'due' comes from the result; papers sent since are the person's own and are kept.
    identity: identity === 'due' ? 'not-needed' : identity,
  }));
  await tx.execute(sql`
    update applications a
    set state = r.state, identity = r.identity, version = a.version + 1,
        -- Since when it was so before: what was promised then still counts.
        state_changed_at = coalesce(
          (select max(e.at) from application_events e where e.appraisal_id = r.id and e.to_state = r.state
            and e.from_state is distinct from e.to_state and not e.is_skipped),
          ${facts.at.toISOString()}::timestamptz)
    from json_to_recordset(${JSON.stringify(moves)}::json) as r(id text, state text, identity text)
    where a.appraisal_id = r.id`);
  await insertAll(
    tx,
    applicationEvents,
    rows
      .filter(({ state, stateBefore }) => state !== stateBefore)
      .map(({ appraisalId, state, stateBefore }) => ({
        appraisalId,
        fromState: state,
        toState: stateBefore,
        doneBy: 'operator',
        actorUid: facts.operator.uid,
        note: `取り込みの取り消し：${facts.reason}`,
        batchId: facts.batchId,
        at: facts.at,
      })),
  );
}
