import * as z from 'zod/mini';
import { Pledge } from './pledge.ts';
import { WrittenState } from './pledge-draft.ts';
import { Timestamp } from './timestamp-schema.ts';
import { paragraphs } from './typed-text.ts';

/** Reports on one page of the operator's list. */
export const pledgeReportsPageSize = 20;

/** What its author made of a pledge: their choice, or taken away; it may be withheld in any of these. */
export const OfficePledgeState = z.union([WrittenState, z.literal('removed')]);
export type OfficePledgeState = z.infer<typeof OfficePledgeState>;

/** A pledge as the operator judges it, with the reason that its author was told, if it is withheld. */
export const OfficePledge = z.extend(Pledge, {
  state: OfficePledgeState,
  isWithheld: z.boolean(),
  withheldReason: z.string(),
});
export type OfficePledge = z.infer<typeof OfficePledge>;

/** What somebody reported of a pledge; `handledAt` is null until the operator has decided. */
export const OfficePledgeReport = z.object({
  id: z.string(),
  reason: z.string(),
  createdAt: Timestamp,
  handledAt: z.nullable(Timestamp),
  pledge: OfficePledge,
});
export type OfficePledgeReport = z.infer<typeof OfficePledgeReport>;

/** The body of POST /api/office/pledges/:id/withhold; its author is told the reason. */
export const WithholdPledge = z.strictObject({ reason: paragraphs('理由', 1000) });
export type WithholdPledge = z.infer<typeof WithholdPledge>;

/** The body of POST /api/office/pledges/:id/lift: in which state the operator saw the pledge. */
export const LiftWithholding = z.strictObject({ state: OfficePledgeState });
export type LiftWithholding = z.infer<typeof LiftWithholding>;
