import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { type Transaction, transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import { associates, associateThanks, thanksDeliveries } from '#server/db/schema/associates.ts';
import { donations, donationThanks } from '#server/db/schema/donations.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { poll } from '#server/workers/poll.ts';
import { aimedDonations } from './aimed-donations.ts';
import { moveToThanked } from './thank-donations.ts';
import { type ThanksMailing, thanksMailing } from './thanks-mails.ts';

const pollMs = 2_000;
/** Few enough that nobody waits for their locks. */
const donationsAtOnce = 500;

/**
 * Gives messages of thanks to the donations that they are for, some hundred at a time, and tells the donors.
 * Each part is one transaction with how far it got: a process that dies leaves the rest to the next one, and
 * no donation gets the same thanks twice.
 */
export const thanksDelivery = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>,
) => {
  const { db, clock } = dependencies;
  const mailing: ThanksMailing = thanksMailing(dependencies);

  /** Gives one part of one message; false where nothing is left to give. */
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
      await givePart(tx, next, clock());
      return true;
    });

  /** All that waits now: first to the donations, then by mail to their donors. */
  async function deliverWaiting(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await giveNext()));
    while (!signal?.aborted && (await mailing.writeNext()));
  }

  return {
    giveNext,
    deliverWaiting,
    ...poll(deliverWaiting, { everyMs: pollMs, failing: 'thanks wait' }),
  };
};

type Next = {
  thanks: typeof associateThanks.$inferSelect;
  progress: typeof thanksDeliveries.$inferSelect;
};

async function givePart(tx: Transaction, { thanks, progress }: Next, at: Date): Promise<void> {
  const { id: thanksId, associateId, publishedAt } = thanks;
  if (thanks.isStanding && progress.reachedAt === null) {
    // Donations under way that began before these thanks were published do not know of them: they are awaited.
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

/** After the last one that was looked at, in the order of the index of an organisation's donations. */
const isBeyond = ({ reachedAt, reachedId }: Next['progress']) =>
  reachedAt === null
    ? undefined
    : and(
        // Where the index begins.
        lte(donations.donatedAt, reachedAt),
        or(lt(donations.donatedAt, reachedAt), gt(donations.appraisalId, reachedId)),
      );
