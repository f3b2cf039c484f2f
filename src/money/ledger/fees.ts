/** Deductions under an agreement: basis points of the gift, and yen per box. */
export type Terms = { feeBasisPoints: number; handlingYen: number };

export const noTerms: Terms = { feeBasisPoints: 0, handlingYen: 0 };

export type Fees = { feeYen: number; handlingYen: number };

/**
 * Fee and handling of a gift, in whole yen. The fee is rounded down, and both together never exceed
 * the gift, so the owed sum is not negative.
 */
export function feesOf(
  { amountYen, boxes }: { amountYen: number; boxes: number },
  { feeBasisPoints, handlingYen }: Terms,
): Fees {
  const feeYen = Number((BigInt(amountYen) * BigInt(feeBasisPoints)) / 10_000n);
  return { feeYen, handlingYen: Math.min(handlingYen * boxes, amountYen - feeYen) };
}

/** Shown to the donor instead of the news of a remittance if costs take the whole gift. */
export const leavesNothingWords = {
  label: 'お手続きの完了',
  message:
    'ご寄付は決まりましたが、団体が負担する費用を差し引くと、お届けする金額がなくなりました。送金と受領証明書の発行はせず、お手続きはこれで完了です。お気持ちに、心よりお礼申し上げます。',
};

/**
 * Whether the costs take the whole gift (docs/decisions/0023): nothing is remitted, nothing
 * arrives, no receipt includes it, and it is settled when it is decided.
 */
export const leavesNothing = ({
  amountYen,
  feeYen,
  handlingYen,
}: { amountYen: number } & Fees): boolean => amountYen - feeYen - handlingYen <= 0;
