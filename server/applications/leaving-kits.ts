import { and, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { earliestDeliveryDays } from '#domain/applications/delivery.ts';
import { addDays, jstDay, startOfJstDay } from '#domain/values/timestamp.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';

/**
 * The applications whose kit leaves on `day` (YYYY-MM-DD in Asia/Tokyo) or should have left before:
 * without a wished date, or with one no further ahead than a kit takes.
 */
export function leavesBy(day: string): SQL | undefined {
  return and(
    eq(applications.state, 'applied'),
    lt(applications.createdAt, startOfJstDay(addDays(day, 1))),
    or(
      isNull(applications.deliveryDate),
      lte(applications.deliveryDate, addDays(day, earliestDeliveryDays)),
    ),
  );
}

/** The kits that are to leave today. */
export const leavingKits = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** How many applications have their kit sent today, and how many boxes are in them. */
  async kitsToday(): Promise<{ kits: number; boxes: number }> {
    const [sum] = await db
      .select({
        kits: sql<number>`count(*)::int`,
        boxes: sql<number>`coalesce(sum(${applications.boxes}), 0)::int`,
      })
      .from(applications)
      .where(leavesBy(jstDay(clock())));
    return sum ?? { kits: 0, boxes: 0 };
  },
});
