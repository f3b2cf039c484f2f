import { expect, test } from 'vitest';
import type { Query } from '#kit/client/use-query.ts';
import { linesOf } from '#test/rendered.ts';
import { NextPanel } from './next-panel.tsx';
import type { NextRemittance } from './statement.ts';

const next: NextRemittance = {
  ...{
    items: 2,
    openYen: 2_400,
    overpaidYen: 0,
    carriedYen: 1_200,
    minimumYen: 3_000,
    hasAccount: true,
  },
  ...{ underWay: [], terms: { feeBasisPoints: 1_525, handlingYen: 100 }, hasAgreement: true },
};
const panelText = (changes: Partial<NextRemittance>): string => {
  const asked = { value: { ...next, ...changes }, reload: () => undefined };
  return linesOf(<NextPanel asked={asked as unknown as Query<NextRemittance>} />).join('');
};

test('an amount below the minimum is carried over, and the panel says how much is missing', () => {
  expect(panelText({})).toContain(
    '送金は3,000円からです。あと600円に届くまで、次の送金に繰り越します。',
  );
  expect(panelText({})).toContain('うち前回までの繰り越し 1,200円');
});

test('an account that is missing, a sum paid too much and an empty month are told as they are', () => {
  expect(panelText({ minimumYen: 0, hasAccount: false })).toContain('口座が登録されていない');
  expect(panelText({ openYen: -300 })).toContain('次の寄付から300円を差し引きます。お返し');
  expect(panelText({ openYen: -300, overpaidYen: 200 })).toContain(
    '200円を、すでに多くお支払いしています',
  );
  expect(panelText({ openYen: 0 })).toContain('いまはありません');
  expect(panelText({ minimumYen: 0 })).toContain('登録の口座にお振り込みします');
});

test('the costs of a gift are stated to the yen', () => {
  const text = panelText({});
  expect(text).toContain('寄付額の15.25%');
  // 457.5 of 3,000: the fraction stays with the organisation.
  expect(text).toMatch(/3,000円.*457円.*100円.*2,443円/);
  expect(panelText({ terms: { feeBasisPoints: 0, handlingYen: 0 } })).toContain(
    '手数料はいただいていません',
  );
});
