// The words for the four sums of a gift (docs/decisions/0064): 査定額 (+ 加算額) = 寄付額, less 団体が負担する費用, is
// 団体に届く額. All come from agreements; none is written by hand elsewhere.

import { formatYen } from '#domain/values/yen.ts';
import { type Fees, feesOf, type Terms } from './fees.ts';

/** Who a gift is for. */
export type Recipient = '団体' | '基金';

/** Which day's agreement decides (server/ledger/terms.ts). */
export const costDayRule =
  '費用は、お申し込みの日ではなく、査定が終わって寄付が決まった日の取り決めによります。';

export const isFree = ({ feeBasisPoints, handlingYen }: Terms): boolean =>
  feeBasisPoints === 0 && handlingYen === 0;

/** The cost of a gift by an agreement, 「寄付額の10%と、1箱につき500円」; '' for none. */
export function costWords({ feeBasisPoints, handlingYen }: Terms): string {
  const parts = [
    ...(feeBasisPoints > 0 ? [`寄付額の${feeBasisPoints / 100}%`] : []),
    ...(handlingYen > 0 ? [`1箱につき${formatYen(handlingYen)}円`] : []),
  ];
  return parts.join('と、');
}

/** The agreement in whole sentences, as read before applying. */
export function agreementWords(terms: Terms, recipient: Recipient = '団体'): string {
  if (isFree(terms)) {
    return `いまの取り決めでは、${recipient}が負担する費用はなく、寄付額の全額が${recipient}に届きます。`;
  }
  const limit = terms.handlingYen > 0 ? '費用が寄付額を超えることはありません。' : '';
  return `いまの取り決めでは、運営の費用として${costWords(terms)}を${recipient}が負担し、残りが${recipient}に届きます。${limit}`;
}

/** What a donation came to: the appraisal, what the service added, and what the service keeps. */
export type GiftSums = Fees & { appraisedYen: number; bonusYen: number };

/** One of the sums of a gift, with the sign that leads to it. */
export type GiftStep = {
  key: 'appraised' | 'bonus' | 'given' | 'cost' | 'arrives';
  sign: '' | '＋' | '−' | '＝';
  label: string;
  yen: number;
};

/** The sums of a gift in their order. The cost is shown at 0, too. */
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

/** What a cost is made of, 「手数料52円と、送料・作業費60円」; '' for none. */
export function costParts({ feeYen, handlingYen }: Fees): string {
  const parts = [
    ...(feeYen > 0 ? [`手数料${formatYen(feeYen)}円`] : []),
    ...(handlingYen > 0 ? [`送料・作業費${formatYen(handlingYen)}円`] : []),
  ];
  return parts.join('と、');
}

/** What a receipt says beside the sum that it states (docs/decisions/0064); of several gifts their fees together. */
export const receiptCostWords = (fees: Fees): string =>
  costParts(fees) === ''
    ? '団体が負担する費用はなく、寄付額の全額が団体に届きました。'
    : `団体が負担する費用（${costParts(fees)}）を引く前の額です。`;

/** The sums of a gift as label and text: of mails and papers. */
export const giftFacts = (sums: GiftSums, recipient?: Recipient): [string, string][] =>
  giftSteps(sums, recipient).map(({ key, label, yen }) => {
    const parts = key === 'cost' ? costParts(sums) : '';
    return [label, `${formatYen(yen)}円${parts && `（${parts}）`}`];
  });

/** The example that goes with an agreement: one box appraised at ¥3,000. */
export const exampleGift = (terms: Terms): GiftSums => {
  const appraisedYen = 3_000;
  return { appraisedYen, bonusYen: 0, ...feesOf({ amountYen: appraisedYen, boxes: 1 }, terms) };
};
