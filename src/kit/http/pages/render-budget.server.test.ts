import { expect, test } from 'vitest';
import { renderBudget } from './render-budget.server.ts';

test('an address has a burst of renders, then some each second; others have their own', () => {
  let at = 0;
  const budget = renderBudget({ burst: 3, perSecond: 2, now: () => at });
  const take = (address: string, times: number) =>
    Array.from({ length: times }, () => budget.take(address));
  expect(take('203.0.113.1', 4)).toEqual([true, true, true, false]);
  expect(take('203.0.113.2', 1)).toEqual([true]);
  at += 1_000;
  expect(take('203.0.113.1', 3)).toEqual([true, true, false]);
  at += 60_000;
  expect(take('203.0.113.1', 4)).toEqual([true, true, true, false]);
});

test('the addresses of one household share it, and no more are known than there is room for', () => {
  const budget = renderBudget({ burst: 1, perSecond: 0.001, mostAddresses: 2 });
  expect(budget.take('2001:db8:1:2::1')).toBe(true);
  expect(budget.take('2001:db8:1:2:ffff::9')).toBe(false);
  budget.take('203.0.113.1');
  budget.take('203.0.113.2');
  expect(budget.take('2001:db8:1:2::1')).toBe(true);
});
