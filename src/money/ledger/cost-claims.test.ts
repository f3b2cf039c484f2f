import { expect, test } from 'vitest';
import { type AgreementsInForce, claimOfAll, claimOfFunds, commonestTerms } from './cost-claims.ts';

const of = (feeBasisPoints: number, handlingYen: number, count: number) => ({
  ...{ feeBasisPoints, handlingYen, count },
});

test.each<[string, AgreementsInForce, string]>([
  ['none', [], '団体が負担する費用があるときは、お申し込みの画面に、その割合と額をお示しします。'],
  [
    'all free',
    [of(0, 0, 72)],
    'いまの取り決めでは、掲載中の72団体に費用の負担はなく、寄付額の全額が団体に届きます。',
  ],
  [
    'some free',
    [of(0, 0, 54), of(800, 0, 10), of(1_050, 100, 8)],
    'いまの取り決めでは、掲載中の72団体のうち54団体に、寄付額の全額が届きます。ほかの18団体は、運営の費用として寄付額の8%〜10.5%と、1箱につき100円までを負担し、残りが団体に届きます。',
  ],
  [
    'none free, all alike',
    [of(1_000, 100, 1_072)],
    'いまの取り決めでは、掲載中の1,072団体が、運営の費用として寄付額の10%と、1箱につき100円を負担し、残りが団体に届きます。',
  ],
  [
    'only yen a box',
    [of(0, 100, 1), of(0, 300, 1)],
    'いまの取り決めでは、掲載中の2団体が、運営の費用として1箱につき100円〜300円を負担し、残りが団体に届きます。',
  ],
])('what is claimed of all organisations is right for %s', (_, agreements, words) => {
  expect(claimOfAll(agreements)).toBe(words);
});

test('what is claimed of funds follows their terms', () => {
  expect(claimOfFunds(of(0, 0, 1))).toBe('基金への寄付は、寄付額の全額が基金に届きます。');
  expect(claimOfFunds(of(1_000, 0, 1))).toContain('寄付額の10%を寄付額から差し引き');
});

test('the example is of the agreement that most have, of several the least costly', () => {
  expect(commonestTerms([])).toEqual({ feeBasisPoints: 0, handlingYen: 0 });
  const agreements = [of(1_000, 0, 5), of(800, 100, 9), of(800, 0, 9)];
  expect(commonestTerms(agreements)).toEqual({ feeBasisPoints: 800, handlingYen: 0 });
});
