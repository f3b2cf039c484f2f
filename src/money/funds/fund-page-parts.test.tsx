import { expect, test } from 'vitest';
import { linesOf, renderedHtml } from '#test/rendered.ts';
import type { Fund, PublicPayout } from './fund.ts';
import { FundFigures } from './fund-figures.tsx';
import { FundPayouts } from './fund-payouts.tsx';

const figures: Fund = {
  ...{ socialChallengeId: 'animal', fundName: '動物基金', balanceYen: 2_100, gifts: 3 },
  ...{ givenYen: 3_600, keptYen: 0, payouts: 1, paidOutYen: 1_500, sentBeforeYen: 0 },
  lastPayoutOn: '2026-11-20',
};
const payout: PublicPayout = {
  ...{ id: 'p', decidedOn: '2026-11-20', amountYen: 1_500, associateId: 'ao' },
  ...{ associateName: 'あおぞらの会', reason: '猫の保護のため', state: 'arrived' },
  ...{ receivedOn: '2026-12-01', withdrawalReason: '' },
};

test('the balance of a fund is always to be seen, with what came in and what went on', () => {
  const lines = linesOf(<FundFigures fund={figures} />);
  expect(lines).toEqual(
    expect.arrayContaining(['動物基金の残高', '2,100円', '3,600円', '1,500円']),
  );
  const none = { ...figures, balanceYen: 0, gifts: 0, givenYen: 0, payouts: 0, paidOutYen: 0 };
  const empty = linesOf(<FundFigures fund={none} />);
  expect(empty).toContain('0円');
  expect(empty.join('')).not.toContain('0件');
});

test('a pay-out tells its day, sum, organisation and reason, and whether it has arrived', () => {
  const part = <FundPayouts fund={{ figures, payouts: [payout], hasMore: false }} />;
  const text = linesOf(part).join(' ');
  for (const said of [
    '2026/11/20',
    'あおぞらの会',
    '1,500円',
    '猫の保護のため',
    '届きました',
    '2026/12/01',
  ]) {
    expect(text).toContain(said);
  }
  expect(renderedHtml(part)).toContain('href="/associate/ao"');
  expect(text).not.toContain('もっと見る');
});

test('what was withdrawn has no sum, and its reason', () => {
  const withdrawn = {
    state: 'withdrawn',
    amountYen: null,
    receivedOn: null,
    withdrawalReason: '辞退のため',
  } as const;
  const part = (
    <FundPayouts fund={{ figures, payouts: [{ ...payout, ...withdrawn }], hasMore: true }} />
  );
  const text = linesOf(part).join(' ');
  expect(text).not.toContain('1,500円');
  expect(text).toContain('取り消しました');
  expect(text).toContain('辞退のため');
  expect(text).toContain('もっと見る');
});

test('without pay-outs the page says so', () => {
  const part = <FundPayouts fund={{ figures, payouts: [], hasMore: false }} />;
  expect(linesOf(part).join(' ')).toContain('まだお届けはありません');
});
