import * as z from 'zod/mini';
import { addMonths } from '#kit/values/timestamp.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

/** Donations per page of the staff's list; more cards do not fit a phone well. */
export const staffPageSize = 20;

/** Donations of a month, YYYY-MM, in yen. */
export const StaffMonth = z.object({ month: z.string(), count: z.number(), yen: z.number() });
export type StaffMonth = z.infer<typeof StaffMonth>;

/** The twelve months up to `last`, oldest first, including months without a donation. */
export function latestMonths(months: readonly StaffMonth[], last: string): StaffMonth[] {
  const byMonth = new Map(months.map((one) => [one.month, one]));
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(last, index - 11);
    return byMonth.get(month) ?? { month, count: 0, yen: 0 };
  });
}

/** An organisation for its staff: counts and sums in yen, no personal data. */
export const StaffAssociate = z.object({
  id: z.string(),
  name: z.string(),
  monthlyCount: z.number(),
  monthlyYen: z.number(),
  totalCount: z.number(),
  totalYen: z.number(),
  /** Donations of `totalCount` whose donors asked for a receipt. */
  receiptWishCount: z.number(),
  /** Donated but not remitted yet. */
  owedYen: z.number(),
  pledgeCount: z.number(),
  /** The latest twelve months, the current one last. */
  months: z.array(StaffMonth),
});
export type StaffAssociate = z.infer<typeof StaffAssociate>;

/**
 * A donation for the organisation's staff; only the operator sees the donor. Without 申込番号 and
 * pledge, since a pledge may hide the sum.
 */
export const StaffDonation = z.object({
  giftNumber: z.string(),
  amount: z.number(),
  donatedAt: Timestamp,
  needReceipt: z.boolean(),
  isRemitted: z.boolean(),
});
export type StaffDonation = z.infer<typeof StaffDonation>;
