import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { paragraphs } from '#kit/values/typed-text.ts';
import { Pledge } from './pledge.ts';
import { WrittenState } from './pledge-draft.ts';

export const pledgeReportsPageSize = 20;

/** State chosen by the author, or removed; any of these may also be withheld. */
export const AdminPledgeState = z.union([WrittenState, z.literal('removed')]);
export type AdminPledgeState = z.infer<typeof AdminPledgeState>;

/** A pledge for the operator's decision, with the reason sent to its author if it is withheld. */
export const AdminPledge = z.extend(Pledge, {
  state: AdminPledgeState,
  isWithheld: z.boolean(),
  withheldReason: z.string(),
});
export type AdminPledge = z.infer<typeof AdminPledge>;

/** A report of a pledge; `handledAt` is null until it is decided. */
export const AdminPledgeReport = z.object({
  id: z.string(),
  reason: z.string(),
  createdAt: Timestamp,
  handledAt: z.nullable(Timestamp),
  pledge: AdminPledge,
});
export type AdminPledgeReport = z.infer<typeof AdminPledgeReport>;

/** Open and decided reports. */
export const ReportCounts = z.object({ open: z.number(), handled: z.number() });
export type ReportCounts = z.infer<typeof ReportCounts>;

/** The body of POST /api/office/pledges/:id/withhold; its author is notified of the reason. */
export const WithholdPledge = z.strictObject({ reason: paragraphs('理由', 1000) });
export type WithholdPledge = z.infer<typeof WithholdPledge>;

/** Body of POST /api/office/pledges/:id/lift: the state that the operator saw. */
export const LiftWithholding = z.strictObject({ state: AdminPledgeState });
export type LiftWithholding = z.infer<typeof LiftWithholding>;
