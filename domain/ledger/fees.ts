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
