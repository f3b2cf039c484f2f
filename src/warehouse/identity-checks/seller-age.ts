import { ageOn } from '#kit/values/timestamp.ts';

/**
 * Minimum age of a seller, whatever the amount (Secondhand Articles Dealer Act); the operator may
 * set a higher one, never a lower one (docs/product.md, What is accepted).
 */
export const lawfulSellerAge = 18;
const maxSellerAge = 120;

/** Message for a seller born on `birth` who may not sell; undefined if they may. Both days are YYYY-MM-DD. */
export function sellerAgeProblem(
  birth: string,
  today: string,
  sellerAge: number,
): string | undefined {
  const age = ageOn(birth, today);
  if (age < 0 || age > maxSellerAge) return '生年月日をご確認ください。';
  if (age >= sellerAge) return undefined;
  return `買取のお申し込みは、${sellerAge}歳以上の方に限らせていただいています。`;
}
