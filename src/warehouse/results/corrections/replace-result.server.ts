import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  type ApplicationState,
  type IdentityCheck,
  mayDonate,
} from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { lockDonations } from '#giving/donations/lock-donations.server.ts';
import { settleEmptyGifts } from '#giving/donations/record-donations.server.ts';
import { replaceDonation } from '#giving/donations/replace-donation.server.ts';
import { followCorrection } from '#giving/pledges/follow-correction.server.ts';
import { replaceUntruePapers } from '#giving/receipts/correct-papers.server.ts';
import { withinYear } from '#giving/receipts/gifts.server.ts';
import { type Printing, readPapers, validPapersOn } from '#giving/receipts/paper-record.server.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { leavesNothing } from '#money/ledger/fees.ts';
import { arrivalOf } from '#money/remittances/follow-remittances.server.ts';
import { cancelPurchases } from '#warehouse/dealer-ledger/cancel-purchases.server.ts';
import { isAlwaysChecked } from '#warehouse/dealer-ledger/duty.ts';
import { enterPurchases } from '#warehouse/dealer-ledger/enter-purchases.server.ts';
import { refuseUnlessComplete } from '#warehouse/dealer-ledger/missing-facts.server.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import { countBatchYen } from '#warehouse/results/batches.server.ts';
import type { findApplications } from '#warehouse/results/check-rows.server.ts';
import type { ResultCorrection } from '#warehouse/results/result-correction.ts';
import {
  appraisalItems,
  appraisals,
  resultBatches,
} from '#warehouse/results/result-tables.server.ts';

export type Result = typeof appraisals.$inferSelect;
type Item = typeof appraisalItems.$inferSelect;
type Applied = Awaited<ReturnType<typeof findApplications>>[number];
type DonationRow = typeof donations.$inferSelect;

/** Replacement of a standing result. */
export type NextResult = Pick<
  ResultCorrection,
  'outcome' | 'itemCount' | 'pricedCount' | 'appraisedYen' | 'bonusYen' | 'note'
> & { items: Omit<Item, 'appraisalRowId' | 'position' | 'addedAt'>[] };

export type Replacement = {
  id: string;
  isOnHold: boolean;
  /** Papers that the correction ended. */
  endedPapers: string[];
  pledge: 'withheld' | 'shown' | undefined;
};

type Facts = {
  operator: Person;
  application: Applied;
  standing: Result;
  /** Results that the standing one replaced, the latest first. */
  earlier: readonly Result[];
  next: NextResult;
  reason: string;
  at: Date;
  printing: Printing;
};

/**
 * Replaces the standing result with all that depends on it: the donation keeps its day, receipts are reissued, a
 * pledge follows (docs/decisions/0022). The application must be locked.
 */
export async function replaceResult(tx: Transaction, facts: Facts): Promise<Replacement> {
  const { application, standing, next, at } = facts;
  const { appraisalId } = application;
  const id = randomUUID();
  const before = await lockLastDonation(tx, facts);
  const amountYen = next.appraisedYen + next.bonusYen;
  const isCompleted = next.outcome === 'completed';
  const isOnHold =
    isCompleted &&
    (!mayDonate({ ...application, amountYen }) ||
      isAlwaysChecked(application.kind, application.identity, next.items));
  const isDonated = isCompleted && !isOnHold;
  const holding = await readPapers(tx, validPapersOn([appraisalId]));
  const arrival = before && (await arrivalOf(tx, appraisalId));

  await writeResult(tx, id, facts);
  await moveToResult(tx, facts, { isOnHold, isSentOn: isDonated && arrival !== undefined });
  await moveDonation(tx, { ...facts, id, before, arrival, isDonated });
  const endedPapers = await followPapers(tx, facts, holding);
  const pledge = await followCorrection(tx, appraisalId, isDonated, at);
  if (isDonated && application.kind === 'fund') await refuseUnlessComplete(tx, appraisalId);
  const { operator, reason } = facts;
  await cancelPurchases(tx, { appraisalRowIds: [standing.id] }, { operator, at, reason });
  await enterPurchases(tx, { appraisalRowIds: [id] }, { operator, at });
  return { id, isOnHold, endedPapers, pledge };
}

/** Replaces papers that became untrue; returns the numbers that ended. */
async function followPapers(
  tx: Transaction,
  { application: { appraisalId }, operator, at, printing }: Facts,
  holding: Awaited<ReturnType<typeof readPapers>>,
): Promise<string[]> {
  if (holding.length === 0) return [];
  const [donation] = await tx
    .select()
    .from(donations)
    .where(and(eq(donations.appraisalId, appraisalId), isNull(donations.reversedAt)));
  return replaceUntruePapers(
    tx,
    holding,
    { appraisalId, donation, actorUid: operator.uid, at },
    printing,
  );
}

/**
 * Locks the donation of the standing result, else the latest of earlier ones, and the year's other donations, in the
 * order of src/giving/donations/lock-donations.server.ts.
 */
async function lockLastDonation(
  tx: Transaction,
  { application: { uid }, standing, earlier }: Facts,
): Promise<DonationRow | undefined> {
  const chain = [standing, ...earlier].map(({ id }) => id);
  const found = await tx.select().from(donations).where(inArray(donations.appraisalRowId, chain));
  const [last] = found.sort(
    (a, b) => chain.indexOf(a.appraisalRowId) - chain.indexOf(b.appraisalRowId),
  );
  if (!last) return undefined;
  const { appraisalId, associateId, receivedOn } = last;
  const ofApplication = eq(donations.appraisalId, appraisalId);
  await lockDonations(
    tx,
    uid !== null && associateId !== null && receivedOn !== null
      ? and(
          eq(donations.uid, uid),
          or(ofApplication, withinYear({ associateId, year: Number(receivedOn.slice(0, 4)) })),
        )
      : ofApplication,
  );
  // Read again, since money may have been sent on or returned while waiting for the lock.
  const [locked] = await tx.select().from(donations).where(eq(donations.id, last.id));
  return locked;
}

async function writeResult(
  tx: Transaction,
  id: string,
  { operator, standing, next, reason, at }: Facts,
): Promise<void> {
  const { items, ...values } = next;
  await tx.update(appraisals).set({ reversedAt: at }).where(eq(appraisals.id, standing.id));
  await tx.insert(appraisals).values({
    ...standing,
    ...values,
    id,
    donationYen: next.appraisedYen + next.bonusYen,
    correctsId: standing.id,
    correctionReason: reason,
    correctedBy: operator.uid,
    createdAt: at,
    reversedAt: null,
  });
  await tx
    .update(resultBatches)
    .set({ version: sql`${resultBatches.version} + 1` })
    .where(eq(resultBatches.id, standing.batchId));
  await insertAll(
    tx,
    appraisalItems,
    items.map((item, index) => ({ ...item, appraisalRowId: id, position: index + 1 })),
  );
}

/** Moves the application to the new result's state, by an event recorded as a correction. */
async function moveToResult(
  tx: Transaction,
  { operator, application, standing, next, reason, at }: Facts,
  { isOnHold, isSentOn }: { isOnHold: boolean; isSentOn: boolean },
): Promise<void> {
  const { appraisalId, state } = application;
  const to = stateAfter(state, { isOnHold, isSentOn, outcome: next.outcome });
  await tx
    .update(applications)
    .set({
      state: to,
      identity: identityAfter(application.identity, isOnHold),
      version: application.version + 1,
      ...(to !== state && { stateChangedAt: at }),
    })
    .where(eq(applications.appraisalId, appraisalId));
  const [entered] = await tx
    .select({ id: sql<number>`coalesce(max(${applicationEvents.id}), 0)::int` })
    .from(applicationEvents)
    .where(
      and(
        eq(applicationEvents.appraisalId, appraisalId),
        eq(applicationEvents.batchId, standing.batchId),
      ),
    );
  await tx.insert(applicationEvents).values({
    appraisalId,
    fromState: state,
    toState: to,
    doneBy: 'operator',
    actorUid: operator.uid,
    note: reason,
    batchId: standing.batchId,
    undoes: entered?.id ?? 0,
    at,
  });
}

/** Money already sent on keeps its state, whatever the sum: the next remittance settles the difference. */
function stateAfter(
  state: ApplicationState,
  {
    isOnHold,
    isSentOn,
    outcome,
  }: { isOnHold: boolean; isSentOn: boolean; outcome: ResultCorrection['outcome'] },
): ApplicationState {
  if (isOnHold) return 'appraised';
  if (isSentOn) return state === 'thanked' ? state : 'remitted';
  return appraisalOutcomes[outcome].state;
}

/** 'due' comes from the result; papers already sent are the person's own and are kept. */
function identityAfter(identity: IdentityCheck, isOnHold: boolean): IdentityCheck {
  if (isOnHold) return identity === 'not-needed' ? 'due' : identity;
  return identity === 'due' || identity === 'rejected' ? 'not-needed' : identity;
}

type MoveInput = Facts & {
  id: string;
  before: DonationRow | undefined;
  /** Remittance by which the gift has already arrived; undefined if it has not, or was returned. */
  arrival: Awaited<ReturnType<typeof arrivalOf>>;
  isDonated: boolean;
};

/** Replaces the donation by that of the new result, if it has one. */
async function moveDonation(
  tx: Transaction,
  { operator, application, standing, next, reason, at, id, before, arrival, isDonated }: MoveInput,
): Promise<void> {
  const stands = before?.reversedAt === null ? before : undefined;
  const isSame = next.appraisedYen === standing.appraisedYen && next.bonusYen === standing.bonusYen;
  if (stands && isDonated && isSame) {
    await tx.update(donations).set({ appraisalRowId: id }).where(eq(donations.id, stands.id));
    if (leavesNothing(stands)) await settleEmptyGifts(tx, [stands.appraisalId], at);
    return;
  }
  const { appraisalId, uid, associateId, socialChallengeId, needReceipt, boxes } = application;
  const { appraisedYen, bonusYen } = next;
  const donation = {
    ...{ appraisalId, uid, associateId, socialChallengeId, needReceipt, boxes },
    ...{ appraisedYen, bonusYen, appraisalRowId: id, donatedAt: before?.donatedAt },
    remittanceId: arrival?.remittanceId,
    receivedOn: arrival
      ? (before?.receivedOn ?? arrival.receivedOn)
      : before?.remittanceId == null
        ? before?.receivedOn
        : null,
  };
  await replaceDonation(tx, {
    before,
    next: isDonated ? donation : undefined,
    at,
    reason,
    actorUid: operator.uid,
  });
  await countBatchYen(tx, standing.batchId);
  const [made] = await tx
    .select()
    .from(donations)
    .where(and(eq(donations.appraisalId, application.appraisalId), isNull(donations.reversedAt)));
  if (made && before) {
    await tx
      .update(donationThanks)
      .set({ donationId: made.id })
      .where(eq(donationThanks.donationId, before.id));
  }
  if (made && leavesNothing(made)) await settleEmptyGifts(tx, [appraisalId], at);
}

/** Items of results, in order. */
export async function itemsOf(tx: Transaction, resultIds: readonly string[]): Promise<Item[]> {
  return tx
    .select()
    .from(appraisalItems)
    .where(inArray(appraisalItems.appraisalRowId, [...resultIds]))
    .orderBy(asc(appraisalItems.position));
}
