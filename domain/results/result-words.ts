import { formatYen } from '#domain/values/yen.ts';
import type { AppraisalOutcome } from './appraisal-result.ts';

/** The reason of a result that takes a correction back. */
export const takenBackReason = '訂正の取り消し';

/** A result in a few words, as its donor reads it in a correction. */
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
