import * as z from 'zod/mini';
import { addMonths } from '#domain/values/timestamp.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

/** Donations on one page of the staff's list: as cards, no more fit a phone well. */
export const staffPageSize = 20;

/** A month, YYYY-MM, with what was given in it, in yen. */
export const StaffMonth = z.object({ month: z.string(), count: z.number(), yen: z.number() });
export type StaffMonth = z.infer<typeof StaffMonth>;

/** The twelve months up to `last`, oldest first; those without a donation as zeros. */
export function latestMonths(months: readonly StaffMonth[], last: string): StaffMonth[] {
  const byMonth = new Map(months.map((one) => [one.month, one]));
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(last, index - 11);
    return byMonth.get(month) ?? { month, count: 0, yen: 0 };
  });
}

/** What the staff of an organisation sees of it: counts and sums in yen, no personal data. */
export const StaffAssociate = z.object({
  id: z.string(),
  name: z.string(),
  monthlyCount: z.number(),
  monthlyYen: z.number(),
  totalCount: z.number(),
  totalYen: z.number(),
  /** The donations in `totalCount` whose donors requested a receipt. */
  receiptWishCount: z.number(),
  /** Donated, but not remitted to the organisation yet. */
  owedYen: z.number(),
  pledgeCount: z.number(),
  /** The latest twelve, this month last. */
  months: z.array(StaffMonth),
});
export type StaffAssociate = z.infer<typeof StaffAssociate>;

/**
 * A donation as the staff of its organisation sees it; only the operator sees the donor. Neither its 申込番号 nor its pledge:
 * a pledge may hide the sum.
 */
export const StaffDonation = z.object({
  giftNumber: z.string(),
  amount: z.number(),
  donatedAt: Timestamp,
  needReceipt: z.boolean(),
  isRemitted: z.boolean(),
});
export type StaffDonation = z.infer<typeof StaffDonation>;
