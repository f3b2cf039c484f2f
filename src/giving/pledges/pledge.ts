import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { PledgeWords, PublicWords, WrittenState } from './pledge-draft.ts';

/** Pledges per page. */
export const pledgePageSize = 24;

/** A picture of a pledge with its author's description; sizes in pixels. */
export const PledgeItem = z.object({
  id: z.string(),
  image: z.string(),
  /** Size of the largest width. */
  width: z.number(),
  height: z.number(),
  /** Widths served at `{image}/{width}`. */
  widths: z.array(z.number()),
  name: z.string(),
  comment: z.string(),
});
export type PledgeItem = z.infer<typeof PledgeItem>;

/**
 * A published pledge; the donation's amount is included only if its author shows it. A gift to a
 * fund has associateId "", a socialChallengeId, and the fund's name as `associateName`
 * (docs/product.md, Ways to give).
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

/** The author's choice; `withheld` by the operator overrides it. */
export const OwnPledgeState = z.union([WrittenState, z.literal('withheld')]);
export type OwnPledgeState = z.infer<typeof OwnPledgeState>;

/** A pledge as its author sees it: with drafts and hidden ones, and the reason if it is withheld. */
export const OwnPledge = z.extend(Pledge, {
  ...PledgeWords.shape,
  state: OwnPledgeState,
  withheldReason: z.string(),
});
export type OwnPledge = z.infer<typeof OwnPledge>;
