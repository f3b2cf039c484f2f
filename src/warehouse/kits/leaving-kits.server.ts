import { and, eq, isNull, lt, lte, or, type SQL } from 'drizzle-orm';
import { deliveryDaysFrom } from '#giving/acceptance/delivery-days.server.ts';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { firstDeliveryDay } from '#giving/applications/delivery.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';
import { readSums } from '#money/sums/kept-sums.server.ts';

/** Last delivery date whose kit has to leave on `day` (YYYY-MM-DD in Asia/Tokyo). */
async function lastWishedDay(source: Database | Transaction, day: string): Promise<string> {
  return firstDeliveryDay(day, deliveryDaysFrom(await storedAcceptance(source, day), day));
}

/**
 * Condition for applications whose kit leaves on `day` or is overdue: without a delivery date, or with one no later
 * than a kit takes. Leaves out donors who use their own carton.
 */
export async function leavesByCondition(
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

/** Counts the kits that leave on `day` or before, and their boxes. */
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
