import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

/**
 * A donation of the signed-in donor; one to a fund has associateId "" and a socialChallengeId
 * (docs/product.md, Ways to give).
 */
export const Donation = z.object({
  appraisalId: AppraisalId,
  associateId: z.string(),
  socialChallengeId: z.string(),
  associateName: z.string(),
  amount: z.number(),
  donatedAt: Timestamp,
  /** Day on which its recipient received it, YYYY-MM-DD; "" until then. */
  receivedOn: z.string(),
  needReceipt: z.boolean(),
});
export type Donation = z.infer<typeof Donation>;

/** A line of the donor's history; `amount` in yen, `donationId` is the appraisalId. */
export const DonationHistoryEntry = z.object({
  donationId: AppraisalId,
  associateId: z.string(),
  associateName: z.string(),
  amount: z.number(),
  donatedAt: Timestamp,
  /** Day on which its recipient received it, YYYY-MM-DD; "" until then. */
  receivedOn: z.string(),
  needReceipt: z.boolean(),
});
export type DonationHistoryEntry = z.infer<typeof DonationHistoryEntry>;

export function toHistoryEntry(donation: Donation): DonationHistoryEntry {
  const { appraisalId: donationId, associateId, associateName, amount, donatedAt } = donation;
  const { receivedOn, needReceipt } = donation;
  return { donationId, associateId, associateName, amount, donatedAt, receivedOn, needReceipt };
}
