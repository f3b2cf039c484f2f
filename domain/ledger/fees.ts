/** What the service keeps of gifts, by an agreement: hundredths of a per cent of the gift, and yen for each box. */
export type Terms = { feeBasisPoints: number; handlingYen: number };

export const noTerms: Terms = { feeBasisPoints: 0, handlingYen: 0 };

export type Fees = { feeYen: number; handlingYen: number };

/**
 * Fee and handling of one gift, in whole yen. The fee's fraction of a yen stays with the organisation, and both together
 * never come to more than the gift: what is owed of it is not negative.
 */
export function feesOf(
  { amountYen, boxes }: { amountYen: number; boxes: number },
  { feeBasisPoints, handlingYen }: Terms,
): Fees {
  const feeYen = Number((BigInt(amountYen) * BigInt(feeBasisPoints)) / 10_000n);
  return { feeYen, handlingYen: Math.min(handlingYen * boxes, amountYen - feeYen) };
}

/** What the donor of a gift that leaves nothing reads in place of the news of a remittance. */
export const leavesNothingWords = {
  label: 'お手続きの完了',
  message:
    'ご寄付は決まりましたが、団体が負担する費用を差し引くと、お届けする金額がなくなりました。送金と受領証明書の発行はせず、お手続きはこれで完了です。お気持ちに、心よりお礼申し上げます。',
};

/**
 * Whether the costs take all of a gift (docs/decisions/0045): nothing is sent for it, so nothing arrives and no receipt
 * names it; it is settled as soon as it is decided.
 */
export const leavesNothing = ({
  amountYen,
  feeYen,
  handlingYen,
}: { amountYen: number } & Fees): boolean => amountYen - feeYen - handlingYen <= 0;
