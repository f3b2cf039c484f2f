import * as z from 'zod/mini';
import type { AppraisalOutcome, appraisalOutcomes } from './appraisal-result.ts';

/** Shown numbers of results that cannot be reversed. */
export const mostBlockedShown = 100;

/** Preview of a reversal. */
export const ReversalPreview = z.object({
  /** Results that it reverses. */
  rows: z.number(),
  blocked: z.array(z.object({ appraisalId: z.string(), reason: z.string() })),
  blockedTotal: z.number(),
});
export type ReversalPreview = z.infer<typeof ReversalPreview>;

/** What the mail about a reversal says of the goods. */
export const goodsAfterReversal: Record<AppraisalOutcome, string> = {
  completed: 'お品物は、大切にお預かりしています。',
  unpriced: 'お品物は、大切にお預かりしています。',
  discarded: 'お品物がどうなっているかは、ただいま確かめています。',
  returned:
    'お返しするとお伝えしたお品物については、お送りしたかどうかも含めて、ただいま確かめています。',
  cancelled: 'お申し込みは、取り消されていません。',
} satisfies Record<keyof typeof appraisalOutcomes, string>;
