import { productLabels } from '#giving/applications/goods.ts';
import { type Classification, classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { Achievements, MonthSum } from './achievements.ts';

/** Label of gifts to funds in the table of organisation types. */
export const fundsLabel = '社会課題の基金';

export const classificationLabel = (id: Classification | null): string =>
  id === null ? fundsLabel : classifications[id].label;

/** The achievements as table rows with a header: 区分, 項目, 件数, 金額（円）, empty while withheld and for goods. */
export function achievementRows(achievements: Achievements): string[][] {
  const row = (group: string, name: string, count: number, amountYen: number | null = null) => [
    group,
    name,
    String(count),
    amountYen === null ? '' : String(amountYen),
  ];
  const { totalCount, totalYen, months, challenges } = achievements;
  return [
    ['区分', '項目', '件数', '金額（円）'],
    row('合計', '累計', totalCount, totalYen),
    ...months.map(({ month, count, amountYen }) => row('月', month, count, amountYen)),
    ...challenges.flatMap(({ id, toAssociates, toFund }) => {
      const { label } = socialChallenges[id];
      return [
        row('社会課題（団体へ）', label, toAssociates.count, toAssociates.amountYen),
        row('社会課題（基金へ）', label, toFund.count, toFund.amountYen),
      ];
    }),
    ...achievements.classifications.map(({ id, count, amountYen }) =>
      row('団体の種別', classificationLabel(id), count, amountYen),
    ),
    ...achievements.goods.map(({ id, count }) => row('お品物の種類', productLabels[id], count)),
  ];
}

/** January to December of a calendar year, including months without a donation. */
export function monthsOfYear(months: readonly MonthSum[], year: number): MonthSum[] {
  const byMonth = new Map(months.map((sum) => [sum.month, sum]));
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    return byMonth.get(month) ?? { month, count: 0, amountYen: null };
  });
}

const addYen = (sum: number | null, { amountYen }: MonthSum) =>
  amountYen === null ? sum : (sum ?? 0) + amountYen;

/** Sums per calendar year from the first donation to the last, without gaps. */
export function sumByYear(
  months: readonly MonthSum[],
): { year: number; count: number; amountYen: number | null }[] {
  const years = months.map(({ month }) => Number(month.slice(0, 4)));
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    const within = monthsOfYear(months, year);
    return {
      year,
      count: within.reduce((sum, { count }) => sum + count, 0),
      amountYen: within.reduce<number | null>(addYen, null),
    };
  });
}
