import { and, eq, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import { firstDeliveryDay } from '#domain/applications/delivery.ts';
import { addDays, jstDay, startOfJstDay } from '#domain/values/timestamp.ts';
import { deliveryDaysFrom } from '#server/acceptance/delivery-days.ts';
import { storedAcceptance } from '#server/acceptance/stored-acceptance.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readSums } from '#server/sums/kept-sums.ts';

/** The last wished day whose kit has to leave on `day` (YYYY-MM-DD in Asia/Tokyo). */
async function lastWishedDay(source: Database | Transaction, day: string): Promise<string> {
  return firstDeliveryDay(day, deliveryDaysFrom(await storedAcceptance(source, day), day));
}

/**
 * The applications whose kit leaves on `day` or should have left before: without a wished date, or with one no
 * further ahead than a kit takes; not those whose donors pack a carton of their own.
 */
export async function leavesBy(
  source: Database | Transaction,
  day: string,
): Promise<SQL | undefined> {
  return and(
    eq(applications.state, 'applied'),
    eq(applications.needsKit, true),
    lt(applications.createdAt, startOfJstDay(addDays(day, 1))),
    or(
      isNull(applications.deliveryDate),
      lte(applications.deliveryDate, await lastWishedDay(source, day)),
    ),
  );
}

/** How many applications have their kit leave on `day` or before, and how many boxes are in them. */
export async function kitsLeavingBy(
  db: Database | Transaction,
  day: string,
): Promise<{ kits: number; boxes: number }> {
  const last = await lastWishedDay(db, day);
  const leaving = [...(await readSums(db, 'kits'))].filter(([wished]) => wished <= last);
  return {
    kits: leaving.reduce((sum, [, { count }]) => sum + count, 0),
    boxes: leaving.reduce((sum, [, { amount }]) => sum + amount, 0),
  };
}

/** The kits that are to leave today. */
export const leavingKits = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  kitsToday: () => kitsLeavingBy(db, jstDay(clock())),
});
