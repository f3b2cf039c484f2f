import * as z from 'zod/mini';
import type { AppraisalOutcome, appraisalOutcomes } from './appraisal-result.ts';

/** So many of the results that cannot be taken back are shown by number. */
export const mostBlockedShown = 100;

/** What the reversal of a batch would do. */
export const ReversalPreview = z.object({
  /** Results that it takes back. */
  rows: z.number(),
  blocked: z.array(z.object({ appraisalId: z.string(), reason: z.string() })),
  blockedTotal: z.number(),
});
export type ReversalPreview = z.infer<typeof ReversalPreview>;

/** What is true of the goods once the donor is told that their result was taken back. */
export const goodsAfterReversal: Record<AppraisalOutcome, string> = {
  completed: 'お品物は、大切にお預かりしています。',
  unpriced: 'お品物は、大切にお預かりしています。',
  discarded: 'お品物がどうなっているかは、ただいま確かめています。',
  returned:
    'お返しするとお伝えしたお品物については、お送りしたかどうかも含めて、ただいま確かめています。',
  cancelled: 'お申し込みは、取り消されていません。',
} satisfies Record<keyof typeof appraisalOutcomes, string>;
