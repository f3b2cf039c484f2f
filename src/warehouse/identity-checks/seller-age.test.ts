import { expect, test } from 'vitest';
import { lawfulSellerAge, sellerAgeProblem } from './seller-age.ts';

test('goods are bought from the 18th birthday on', () => {
  expect(sellerAgeProblem('2008-11-21', '2026-11-21', lawfulSellerAge)).toBeUndefined();
  expect(sellerAgeProblem('2008-11-22', '2026-11-21', lawfulSellerAge)).toMatch('18歳以上');
});

test('a future birthday or one of long ago is a typing error', () => {
  expect(sellerAgeProblem('2027-01-01', '2026-11-21', lawfulSellerAge)).toMatch('ご確認');
  expect(sellerAgeProblem('1899-01-01', '2026-11-21', lawfulSellerAge)).toMatch('ご確認');
});

test('neither a birth date of today nor an age of 120 years counts as a typing error', () => {
  expect(sellerAgeProblem('2026-11-21', '2026-11-21', lawfulSellerAge)).toMatch('18歳以上');
  expect(sellerAgeProblem('2026-11-22', '2026-11-21', lawfulSellerAge)).toMatch('ご確認');
  expect(sellerAgeProblem('1906-11-21', '2026-11-21', lawfulSellerAge)).toBeUndefined();
  expect(sellerAgeProblem('1905-11-21', '2026-11-21', lawfulSellerAge)).toMatch('ご確認');
});

test('the operator may ask for more years', () => {
  expect(sellerAgeProblem('2007-01-01', '2026-11-21', 20)).toMatch('20歳以上');
  expect(sellerAgeProblem('2006-01-01', '2026-11-21', 20)).toBeUndefined();
});
