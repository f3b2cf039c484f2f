import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { PledgeWords, PublicWords, WrittenState } from './pledge-draft.ts';

/** Pledges on one page of a list. */
export const pledgePageSize = 24;

/** A picture of a pledge with its author's description; sizes in pixels. */
export const PledgeItem = z.object({
  id: z.string(),
  image: z.string(),
  /** Of the picture in its largest width. */
  width: z.number(),
  height: z.number(),
  /** The widths in which the picture is served, at `{image}/{width}`. */
  widths: z.array(z.number()),
  name: z.string(),
  comment: z.string(),
});
export type PledgeItem = z.infer<typeof PledgeItem>;

/**
 * A published pledge; the donation's amount is there only when its author shows it. A gift to a fund has
 * associateId "" and a socialChallengeId, its `associateName` is the fund's (docs/product.md, Ways to
 * give).
 */
export const Pledge = z.object({
  id: z.string(),
  appraisalId: AppraisalId,
  pledgedAt: Timestamp,
  ...PublicWords.shape,
  author: z.object({ uid: z.string(), name: z.string(), image: z.string() }),
  donation: z.object({
    associateId: z.string(),
    socialChallengeId: z.string(),
    associateName: z.string(),
    amount: z.nullable(z.number()),
  }),
  items: z.array(PledgeItem),
  reply: z.string(),
});
export type Pledge = z.infer<typeof Pledge>;

/** The author's choice, or withheld by the operator, whatever that choice was. */
export const OwnPledgeState = z.union([WrittenState, z.literal('withheld')]);
export type OwnPledgeState = z.infer<typeof OwnPledgeState>;

/** A pledge as its author sees it: drafts and hidden ones too, and why one is withheld. */
export const OwnPledge = z.extend(Pledge, {
  ...PledgeWords.shape,
  state: OwnPledgeState,
  withheldReason: z.string(),
});
export type OwnPledge = z.infer<typeof OwnPledge>;
