import * as z from 'zod/mini';
import { OwnPledgeState, Pledge } from './pledge.ts';
import { Timestamp } from './timestamp-schema.ts';
import { paragraphs } from './typed-text.ts';

/** Reports on one page of the operator's list. */
export const pledgeReportsPageSize = 20;

/** What stands of a pledge: its author's choice, withheld by the operator, or taken away. */
export const OfficePledgeState = z.union([OwnPledgeState, z.literal('removed')]);
export type OfficePledgeState = z.infer<typeof OfficePledgeState>;

/** A pledge as the operator judges it, with the reason that its author was told, if it is withheld. */
export const OfficePledge = z.extend(Pledge, {
  state: OfficePledgeState,
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
