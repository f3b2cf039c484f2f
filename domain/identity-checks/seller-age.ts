import { ageOn } from '#domain/values/timestamp.ts';

/**
 * Goods are bought from adults only, however little they bring (second-hand dealing law); the operator may ask for
 * more years, never for fewer (docs/product.md, What is accepted).
 */
export const lawfulSellerAge = 18;
const oldestSellerAge = 120;

/**
 * What is wrong with a seller born on `birth`, to be shown; undefined when they may sell. Both days
 * are YYYY-MM-DD.
 */
export function sellerAgeProblem(
  birth: string,
  today: string,
  sellerAge: number,
): string | undefined {
  const age = ageOn(birth, today);
  if (age < 0 || age > oldestSellerAge) return '生年月日をご確認ください。';
  if (age >= sellerAge) return undefined;
  return `買取のお申し込みは、${sellerAge}歳以上の方に限らせていただいています。`;
}
