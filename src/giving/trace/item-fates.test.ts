import { expect, test } from 'vitest';
import { fateOf } from './item-fates.ts';

const coat = { position: 1, amountYen: 1_000, destination: '販売' };
const sale = {
  soldOn: '2026-11-20',
  amountYen: 700,
  isLast: false,
  place: '店',
  itemPosition: null,
};

test('an item sold in parts brought their sum, on the day of the last', () => {
  const parts = [
    { ...sale, itemPosition: 1 },
    { ...sale, itemPosition: 1, amountYen: 300, soldOn: '2026-11-22', place: '' },
  ];
  expect(fateOf(coat, parts)).toEqual({
    ...{ kind: 'sold', soldOn: '2026-11-22', place: '', soldYen: 1_000 },
  });
});

test('a sale of the box says nothing of an item until it is the last', () => {
  expect(fateOf(coat, [sale])).toEqual({ kind: 'waiting' });
  expect(fateOf(coat, [sale, { ...sale, isLast: true }]).kind).toBe('sold-together');
});

test('what goes elsewhere, or has no price, is not for sale; unknown words with a price are', () => {
  expect(fateOf({ ...coat, destination: 'リユース' }, [sale]).kind).toBe('not-for-sale');
  expect(fateOf({ ...coat, amountYen: 0 }, [{ ...sale, isLast: true }]).kind).toBe('not-for-sale');
  expect(fateOf({ ...coat, destination: '海外の市場へ' }, []).kind).toBe('waiting');
});
