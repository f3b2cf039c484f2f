import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { ApplicationState, IdentityCheck } from '#domain/applications/application-state.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { type AppraisalOutcome, appraisalOutcomes } from '#domain/results/appraisal-result.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { donations } from '#server/db/schema/donations.ts';
import { appraisals, resultBatches } from '#server/db/schema/results.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type Reversible, reverseDonations } from '#server/donations/record-donations.ts';
import { refuseReleased } from './hold-release.ts';
import { longStatements } from './import-results.ts';
import { withdrawMails } from './result-mails.ts';

/**
 * Takes a whole batch back in one transaction, with the reason: donations, counts, books and states
 * are as before it, and its file can be uploaded again. Refused when money, a receipt or a public
 * pledge already rests on one of its donations (Conflict, says which).
 */
export async function reverseBatch(
  dependencies: Dependencies,
  operator: Person,
  batchId: string,
  reason: string,
): Promise<void> {
  const { db, clock } = dependencies;
  await transaction(db, async (tx) => {
    await tx.execute(longStatements);
    await lockBatch(tx, batchId);
    await refuseReleased(tx, batchId);
    const at = clock();
    const rows = await findRows(tx, batchId);
    await reverseDonations(
      tx,
      rows.flatMap((row) => (row.donation === null ? [] : [row.donation])),
      at,
    );
    await tx
      .update(appraisals)
      .set({ reversedAt: at })
      .where(and(eq(appraisals.batchId, batchId), isNull(appraisals.reversedAt)));
    await moveBack(tx, rows.filter(isWhereResultLeftIt), { operator, batchId, reason, at });
    await withdrawMails(tx, batchId, dependencies);
    await tx
      .update(resultBatches)
      .set({ reversedAt: at, reversedBy: operator.uid, reversalReason: reason })
      .where(eq(resultBatches.id, batchId));
    await writeAudit(tx, {
      actor: operator,
      action: 'results.reverse',
      subjectType: 'result-batch',
      subjectId: batchId,
      details: { rows: rows.length },
      at,
    });
  });
}

/** The batch, its applications and their donations stay as they are until the transaction ends. */
async function lockBatch(tx: Transaction, batchId: string): Promise<void> {
  const [batch] = await tx
    .select({ reversedAt: resultBatches.reversedAt, state: resultBatches.state })
    .from(resultBatches)
    .where(eq(resultBatches.id, batchId))
    .for('update');
  if (!batch) throw refuse('NotFound', '取り込みが見つかりません。');
  if (batch.reversedAt) throw refuse('Conflict', 'この取り込みは、すでに取り消されています。');
  if (batch.state === 'waiting') {
    throw refuse(
      'Conflict',
      'この取り込みは、まだ確定していません。取りやめるか、行を外してください。',
    );
  }
  await tx.execute(sql`
    select from applications
    where appraisal_id in (select appraisal_id from appraisals where batch_id = ${batchId})
    order by appraisal_id for update`);
  // In the order of server/donations/lock-donations.ts: a pledge or a receipt that is being written
  // is waited for, and then stands in the way.
  await tx.execute(sql`
    select from donations
    where appraisal_id in (select appraisal_id from appraisals where batch_id = ${batchId})
      and reversed_at is null
    order by appraisal_id for update`);
}

type BatchRow = Awaited<ReturnType<typeof findRows>>[number];

async function findRows(tx: Transaction, batchId: string) {
  const rows = await tx
    .select({
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
    appraisalId: row.appraisalId,
    outcome: row.outcome as AppraisalOutcome,
    stateBefore: row.stateBefore as ApplicationState,
    state: row.state as ApplicationState,
    identity: row.identity as IdentityCheck,
    donation: toReversible(row),
  }));
}

function toReversible(row: {
  donationId: string | null;
  associateId: string | null;
  socialChallengeId: string | null;
  amountYen: number | null;
  donatedAt: Date | null;
}): Reversible | null {
  const { donationId: id, associateId, socialChallengeId, amountYen, donatedAt } = row;
  if (id === null || amountYen === null || donatedAt === null) return null;
  return { id, associateId, socialChallengeId, amountYen, donatedAt };
}

/** A held application that was called off meanwhile stays called off. */
const isWhereResultLeftIt = ({ outcome, state }: BatchRow) =>
  state === appraisalOutcomes[outcome].state || (outcome === 'completed' && state === 'appraised');

async function moveBack(
  tx: Transaction,
  rows: readonly BatchRow[],
  facts: { operator: Person; batchId: string; reason: string; at: Date },
): Promise<void> {
  const moves = rows.map(({ appraisalId, stateBefore, identity }) => ({
    id: appraisalId,
    state: stateBefore,
    // Due was the result's doing; papers that came since are the person's own.
    identity: identity === 'due' ? 'not-needed' : identity,
  }));
  await tx.execute(sql`
    update applications a
    set state = r.state, identity = r.identity, version = a.version + 1,
        state_changed_at = ${facts.at.toISOString()}::timestamptz
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
