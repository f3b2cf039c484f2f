import * as z from 'zod/mini';
import { AppraisalId } from './appraisal-number.ts';
import { Timestamp } from './timestamp.ts';

export const PledgeItem = z.object({
  id: z.string(),
  image: z.string(),
  name: z.string(),
  comment: z.string(),
});
export type PledgeItem = z.infer<typeof PledgeItem>;

/** A published pledge; the donation's amount is there only when its author shows it. */
export const Pledge = z.object({
  id: z.string(),
  appraisalId: AppraisalId,
  pledgedAt: Timestamp,
  text: z.string(),
  author: z.object({ uid: z.string(), name: z.string(), image: z.string() }),
  donation: z.object({
    associateId: z.string(),
    associateName: z.string(),
    amount: z.nullable(z.number()),
  }),
  items: z.array(PledgeItem),
  reply: z.string(),
});
export type Pledge = z.infer<typeof Pledge>;
