import { formatYen } from '#kit/values/yen.ts';
import type { AppraisalOutcome } from './appraisal-result.ts';

/** Reason stored with the result that undoes a correction. */
export const takenBackReason = '訂正の取り消し';

/** A result in short words, for its donor. */
export function resultWords({
  outcome,
  donationYen,
}: {
  outcome: AppraisalOutcome;
  donationYen: number;
}): string {
  if (outcome === 'completed' && donationYen > 0) return `${formatYen(donationYen)}円`;
  return endWords[outcome];
}

const endWords: Record<AppraisalOutcome, string> = {
  completed: '値段がつきませんでした（0円）',
  unpriced: '値段がつきませんでした（0円）',
  discarded: '値段がつきませんでした（0円）',
  returned: 'お品物をお返しします',
  cancelled: 'お申し込みの取り消し',
};
