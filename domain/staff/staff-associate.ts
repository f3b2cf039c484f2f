import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

/** Donations on one page of the staff's list. */
export const staffPageSize = 50;

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
  /** Newest first, the months with a donation only: `month` as YYYY-MM. */
  months: z.array(z.object({ month: z.string(), count: z.number(), yen: z.number() })),
});
export type StaffAssociate = z.infer<typeof StaffAssociate>;

/** A donation as the staff of its organisation sees it; only the operator sees the donor. */
export const StaffDonation = z.object({
  appraisalId: AppraisalId,
  amount: z.number(),
  donatedAt: Timestamp,
  needReceipt: z.boolean(),
  isRemitted: z.boolean(),
  /** The public pledge on this donation; "" without one. */
  pledgeId: z.string(),
});
export type StaffDonation = z.infer<typeof StaffDonation>;
