import { formatYen } from '#kit/values/yen.ts';
import { costWords, isFree } from './cost-words.ts';
import { noTerms, type Terms } from './fees.ts';

/** Agreements in force with listed organisations, and the number of organisations for each. */
export type AgreementsInForce = readonly (Terms & { count: number })[];

const totalOf = (agreements: AgreementsInForce) =>
  agreements.reduce((sum, { count }) => sum + count, 0);

/** 「8〜10」, 「10」 if all are equal, 「10まで」 if some are 0; the unit follows. */
function range(values: readonly number[], format: (value: number) => string): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least === most) return format(most);
  return least === 0 ? `${format(most)}まで` : `${format(least)}〜${format(most)}`;
}

/** Cost of the agreements that have one: 「寄付額の8%〜10%と、1箱につき100円まで」. */
function costRange(agreements: AgreementsInForce): string {
  const fees = agreements.map(({ feeBasisPoints }) => feeBasisPoints);
  const handling = agreements.map(({ handlingYen }) => handlingYen);
  return [
    ...(Math.max(...fees) > 0 ? [`寄付額の${range(fees, (points) => `${points / 100}%`)}`] : []),
    ...(Math.max(...handling) > 0
      ? [`1箱につき${range(handling, (yen) => `${formatYen(yen)}円`)}`]
      : []),
  ].join('と、');
}

/**
 * What arrives at the listed organisations, as a sentence that is true of all of them. Does not
 * mention organisations if none is listed.
 */
export function claimOfAll(agreements: AgreementsInForce): string {
  const total = totalOf(agreements);
  const costly = agreements.filter((one) => !isFree(one));
  const free = total - totalOf(costly);
  if (total === 0)
    return '団体が負担する費用があるときは、お申し込みの画面に、その割合と額をお示しします。';
  if (free === total) {
    return `いまの取り決めでは、掲載中の${formatYen(total)}団体に費用の負担はなく、寄付額の全額が団体に届きます。`;
  }
  const cost = `運営の費用として${costRange(costly)}を負担し、残りが団体に届きます。`;
  return free === 0
    ? `いまの取り決めでは、掲載中の${formatYen(total)}団体が、${cost}`
    : `いまの取り決めでは、掲載中の${formatYen(total)}団体のうち${formatYen(free)}団体に、寄付額の全額が届きます。ほかの${formatYen(total - free)}団体は、${cost}`;
}

/** The same for funds, which share one set of terms. */
export const claimOfFunds = (terms: Terms): string =>
  isFree(terms)
    ? '基金への寄付は、寄付額の全額が基金に届きます。'
    : `基金への寄付では、運営の費用として${costWords(terms)}を寄付額から差し引き、残りが基金に届きます。`;

/** The most common agreement of listed organisations; the cheapest of equally common ones. */
export function commonestTerms(agreements: AgreementsInForce): Terms {
  const [{ feeBasisPoints, handlingYen } = noTerms] = agreements.toSorted(
    (one, other) =>
      other.count - one.count ||
      one.feeBasisPoints - other.feeBasisPoints ||
      one.handlingYen - other.handlingYen,
  );
  return { feeBasisPoints, handlingYen };
}
