import { expect, test } from 'vitest';
import { sellerAgeProblem } from './seller-age.ts';

test('goods are bought from the 18th birthday on', () => {
  expect(sellerAgeProblem('2008-11-21', '2026-11-21')).toBeUndefined();
  expect(sellerAgeProblem('2008-11-22', '2026-11-21')).toMatch('18歳以上');
});

test('a future birthday or one of long ago is a typing error', () => {
  expect(sellerAgeProblem('2027-01-01', '2026-11-21')).toMatch('ご確認');
  expect(sellerAgeProblem('1899-01-01', '2026-11-21')).toMatch('ご確認');
});

test('somebody born today is no slip yet, nor somebody of 120 years', () => {
  expect(sellerAgeProblem('2026-11-21', '2026-11-21')).toMatch('18歳以上');
  expect(sellerAgeProblem('2026-11-22', '2026-11-21')).toMatch('ご確認');
  expect(sellerAgeProblem('1906-11-21', '2026-11-21')).toBeUndefined();
  expect(sellerAgeProblem('1905-11-21', '2026-11-21')).toMatch('ご確認');
});
