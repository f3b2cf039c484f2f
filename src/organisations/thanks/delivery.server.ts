import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import {
  associates,
  associateThanks,
  thanksDeliveries,
} from '#organisations/associates/associate-tables.server.ts';
import { aimedDonations } from './aimed-donations.server.ts';
import { moveToThanked } from './thank-donations.server.ts';
import { type ThanksMailing, thanksMailing } from './thanks-mails.server.ts';

const pollMs = 2_000;
/** Donations per transaction, so that no request waits for its locks. */
const donationsAtOnce = 500;

/**
 * Assigns messages of thanks to their donations in batches and notifies the donors. Each batch commits with its
 * progress: after a crash the next process continues, and no donation gets the same thanks twice.
 */
export const thanksDelivery = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>,
) => {
  const { db, clock } = dependencies;
  const mailing: ThanksMailing = thanksMailing(dependencies);

  /** Assigns one batch of one message; false if nothing is left. */
  const giveNext = (): Promise<boolean> =>
    transaction(db, async (tx) => {
      const [next] = await tx
        .select({ thanks: associateThanks, progress: thanksDeliveries })
        .from(associateThanks)
        .innerJoin(thanksDeliveries, eq(thanksDeliveries.thanksId, associateThanks.id))
        .where(
          and(
            associateThanks.isDelivered,
            isNull(associateThanks.deliveredAt),
            isNull(associateThanks.withdrawnAt),
          ),
        )
        .orderBy(asc(associateThanks.publishedAt), asc(associateThanks.id))
        .limit(1)
        .for('update', { of: thanksDeliveries, skipLocked: true });
      if (!next) return false;
      await assignBatch(tx, next, clock());
      return true;
    });

  /** Delivers everything that is waiting: first to donations, then by mail to donors. */
  async function deliverWaiting(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await giveNext()));
    while (!signal?.aborted && (await mailing.writeNext()));
  }

  return {
    giveNext,
    deliverWaiting,
    ...poll(deliverWaiting, { job: 'thanks', everyMs: pollMs, failing: 'thanks wait' }),
  };
};

type Delivery = {
  thanks: typeof associateThanks.$inferSelect;
  progress: typeof thanksDeliveries.$inferSelect;
};

async function assignBatch(
  tx: Transaction,
  { thanks, progress }: Delivery,
  at: Date,
): Promise<void> {
  const { id: thanksId, associateId, publishedAt } = thanks;
  if (thanks.isStanding && progress.reachedAt === null) {
    // Waits for donations in transactions begun before the publication, which do not see these thanks.
    await tx
      .select({ id: associates.id })
      .from(associates)
      .where(eq(associates.id, associateId))
      .for('update');
  }
  const part = await tx
    .select({
      id: donations.id,
      appraisalId: donations.appraisalId,
      donatedAt: donations.donatedAt,
    })
    .from(donations)
    .where(and(aimedDonations(associateId, thanks, publishedAt), isBeyond(progress)))
    .orderBy(desc(donations.donatedAt), asc(donations.appraisalId))
    .limit(donationsAtOnce);
  const given =
    part.length === 0
      ? []
      : await tx
          .insert(donationThanks)
          .values(part.map(({ id }) => ({ donationId: id, thanksId, at, notifyAt: at })))
          .onConflictDoNothing()
          .returning({ donationId: donationThanks.donationId });
  const last = part.at(-1);
  if (last) {
    const numbers = part.map(({ appraisalId }) => appraisalId);
    await moveToThanked(tx, inArray(applications.appraisalId, numbers), at);
    await tx
      .update(thanksDeliveries)
      .set({
        givenCount: sql`${thanksDeliveries.givenCount} + ${given.length}`,
        reachedAt: last.donatedAt,
        reachedId: last.appraisalId,
      })
      .where(eq(thanksDeliveries.thanksId, thanksId));
  }
  if (part.length < donationsAtOnce) {
    await tx
      .update(associateThanks)
      .set({ deliveredAt: at })
      .where(eq(associateThanks.id, thanksId));
  }
}

/** Continues after the last donation, in the order of the index. */
const isBeyond = ({ reachedAt, reachedId }: Delivery['progress']) =>
  reachedAt === null
    ? undefined
    : and(
        // Lets the index start there.
        lte(donations.donatedAt, reachedAt),
        or(lt(donations.donatedAt, reachedAt), gt(donations.appraisalId, reachedId)),
      );
