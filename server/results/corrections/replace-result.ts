import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  type ApplicationState,
  type IdentityCheck,
  mayDonate,
} from '#domain/applications/application-state.ts';
import { isAlwaysChecked } from '#domain/dealer-ledger/duty.ts';
import { leavesNothing } from '#domain/ledger/fees.ts';
import { appraisalOutcomes } from '#domain/results/appraisal-result.ts';
import type { ResultCorrection } from '#domain/results/result-correction.ts';
import type { Person } from '#server/actor.ts';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { applicationEvents, applications } from '#server/db/schema/applications.ts';
import { donations, donationThanks } from '#server/db/schema/donations.ts';
import { appraisalItems, appraisals, resultBatches } from '#server/db/schema/results.ts';
import { cancelPurchases } from '#server/dealer-ledger/cancel-purchases.ts';
import { enterPurchases } from '#server/dealer-ledger/enter-purchases.ts';
import { refuseUnlessComplete } from '#server/dealer-ledger/missing-facts.ts';
import { lockDonations } from '#server/donations/lock-donations.ts';
import { replaceDonation } from '#server/donations/replace-donation.ts';
import { settleEmptyGifts } from '#server/donations/settle-empty-gifts.ts';
import { followCorrection } from '#server/pledges/follow-correction.ts';
import { correctPapers } from '#server/receipts/correct-papers.ts';
import { withinYear } from '#server/receipts/gifts.ts';
import { holdingOn, type Printing, readPapers } from '#server/receipts/paper-record.ts';
import { arrivalOf } from '#server/remittances/follow-remittances.ts';
import type { findApplications } from '#server/results/check-rows.ts';
import { countBatchYen } from '#server/results/count-batch.ts';

export type Result = typeof appraisals.$inferSelect;
type Item = typeof appraisalItems.$inferSelect;
type Applied = Awaited<ReturnType<typeof findApplications>>[number];
type DonationRow = typeof donations.$inferSelect;

/** What takes the place of a standing result. */
export type NextResult = Pick<
  ResultCorrection,
  'outcome' | 'itemCount' | 'pricedCount' | 'appraisedYen' | 'bonusYen' | 'note'
> & { items: Omit<Item, 'appraisalRowId' | 'position' | 'addedAt'>[] };

export type Replacement = {
  id: string;
  isOnHold: boolean;
  /** The papers that held until then and do no more. */
  endedPapers: string[];
  pledge: 'withheld' | 'shown' | undefined;
};

type Facts = {
  operator: Person;
  application: Applied;
  standing: Result;
  /** What the standing one took the place of, the last one first. */
  earlier: readonly Result[];
  next: NextResult;
  reason: string;
  at: Date;
  printing: Printing;
};

/**
 * Puts a result in the place of the standing one, with all that rests on it: its donation keeps the day on which it
 * was given, receipts are issued anew, a pledge follows (docs/decisions/0042). Its application is locked already.
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
  const holding = await readPapers(tx, holdingOn([appraisalId]));
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

/** Papers that state what stands now take the place of those that do not; answers which held until then. */
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
  return correctPapers(
    tx,
    holding,
    { appraisalId, donation, actorUid: operator.uid, at },
    printing,
  );
}

/**
 * The donation of the standing result, else the last that one before it made; with its year's others, in the order
 * of server/donations/lock-donations.ts.
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
  const itself = eq(donations.appraisalId, appraisalId);
  await lockDonations(
    tx,
    uid !== null && associateId !== null && receivedOn !== null
      ? and(
          eq(donations.uid, uid),
          or(itself, withinYear({ associateId, year: Number(receivedOn.slice(0, 4)) })),
        )
      : itself,
  );
  // What was sent on, or came back, while the lock was waited for counts from now on.
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

/** Moves the application to where the new result leads, with an event that every history knows as a correction. */
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

/** What was sent on stays so, whatever the sum: the difference is settled with the next remittance. */
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

/** Due is a result's doing; papers that came are the person's own. */
function identityAfter(identity: IdentityCheck, isOnHold: boolean): IdentityCheck {
  if (isOnHold) return identity === 'not-needed' ? 'due' : identity;
  return identity === 'due' || identity === 'rejected' ? 'not-needed' : identity;
}

type Moved = Facts & {
  id: string;
  before: DonationRow | undefined;
  /** By what the gift has arrived already; undefined where it has not, or came back. */
  arrival: Awaited<ReturnType<typeof arrivalOf>>;
  isDonated: boolean;
};

/** Puts the donation of the new result, where it has one, in the place of the one before. */
async function moveDonation(
  tx: Transaction,
  { operator, application, standing, next, reason, at, id, before, arrival, isDonated }: Moved,
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

/** The items of results, in their order. */
export async function itemsOf(tx: Transaction, resultIds: readonly string[]): Promise<Item[]> {
  return tx
    .select()
    .from(appraisalItems)
    .where(inArray(appraisalItems.appraisalRowId, [...resultIds]))
    .orderBy(asc(appraisalItems.position));
}
