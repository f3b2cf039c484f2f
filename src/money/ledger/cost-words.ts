// Words for the sums of a gift (docs/decisions/0027): 査定額 (+ 加算額) = 寄付額, less 団体が負担する費用, is 団体に届く額.
// All are derived from agreements; no other module words them.

import { formatYen } from '#kit/values/yen.ts';
import { type Fees, feesOf, type Terms } from './fees.ts';

/** Kind of recipient, as worded. */
export type Recipient = '団体' | '基金';

/** States which day's agreement applies (src/money/ledger/terms.server.ts). */
export const costDayRule =
  '費用は、お申し込みの日ではなく、査定が終わって寄付が決まった日の取り決めによります。';

export const isFree = ({ feeBasisPoints, handlingYen }: Terms): boolean =>
  feeBasisPoints === 0 && handlingYen === 0;

/** Cost of a gift under an agreement, 「寄付額の10%と、1箱につき500円」; '' for none. */
export function costWords({ feeBasisPoints, handlingYen }: Terms): string {
  const parts = [
    ...(feeBasisPoints > 0 ? [`寄付額の${feeBasisPoints / 100}%`] : []),
    ...(handlingYen > 0 ? [`1箱につき${formatYen(handlingYen)}円`] : []),
  ];
  return parts.join('と、');
}

/** The agreement in full sentences, shown before applying. */
export function agreementWords(terms: Terms, recipient: Recipient = '団体'): string {
  if (isFree(terms)) {
    return `いまの取り決めでは、${recipient}が負担する費用はなく、寄付額の全額が${recipient}に届きます。`;
  }
  const limit = terms.handlingYen > 0 ? '費用が寄付額を超えることはありません。' : '';
  return `いまの取り決めでは、運営の費用として${costWords(terms)}を${recipient}が負担し、残りが${recipient}に届きます。${limit}`;
}

/** Sums of a donation: the appraisal, the bonus and the deductions. */
export type GiftSums = Fees & { appraisedYen: number; bonusYen: number };

/** One sum of a gift, with the sign before it. */
export type GiftStep = {
  key: 'appraised' | 'bonus' | 'given' | 'cost' | 'arrives';
  sign: '' | '＋' | '−' | '＝';
  label: string;
  yen: number;
};

/** Sums of a gift in order. A cost of 0 is shown, too. */
export function giftSteps(sums: GiftSums, recipient: Recipient = '団体'): GiftStep[] {
  const givenYen = sums.appraisedYen + sums.bonusYen;
  const costYen = sums.feeYen + sums.handlingYen;
  return [
    { key: 'appraised', sign: '', label: '査定額', yen: sums.appraisedYen },
    ...(sums.bonusYen === 0
      ? []
      : [{ key: 'bonus', sign: '＋', label: '加算額', yen: sums.bonusYen } as const]),
    { key: 'given', sign: '＝', label: '寄付額', yen: givenYen },
    { key: 'cost', sign: '−', label: `${recipient}が負担する費用`, yen: costYen },
    { key: 'arrives', sign: '＝', label: `${recipient}に届く額`, yen: givenYen - costYen },
  ];
}

/** Parts of a cost, 「手数料52円と、送料・作業費60円」; '' for none. */
export function costParts({ feeYen, handlingYen }: Fees): string {
  const parts = [
    ...(feeYen > 0 ? [`手数料${formatYen(feeYen)}円`] : []),
    ...(handlingYen > 0 ? [`送料・作業費${formatYen(handlingYen)}円`] : []),
  ];
  return parts.join('と、');
}

/** Cost as stated on a receipt (docs/decisions/0027); for several gifts their total. */
export const receiptCostWords = (fees: Fees): string =>
  costParts(fees) === ''
    ? '団体が負担する費用はなく、寄付額の全額が団体に届きました。'
    : `団体が負担する費用（${costParts(fees)}）を引く前の額です。`;

/** Sums of a gift as label and text, for mails and papers. */
export const giftFacts = (sums: GiftSums, recipient?: Recipient): [string, string][] =>
  giftSteps(sums, recipient).map(({ key, label, yen }) => {
    const parts = key === 'cost' ? costParts(sums) : '';
    return [label, `${formatYen(yen)}円${parts && `（${parts}）`}`];
  });

/** Example for an agreement: one box appraised at ¥3,000. */
export const exampleGift = (terms: Terms): GiftSums => {
  const appraisedYen = 3_000;
  return { appraisedYen, bonusYen: 0, ...feesOf({ amountYen: appraisedYen, boxes: 1 }, terms) };
};
