import { expect, test } from 'vitest';
import { productKinds, productLabels } from './goods.ts';
import { ProductKind } from './goods-schema.ts';

test('each kind of goods has a Japanese name of its own, and no other kind exists', () => {
  expect(Object.keys(productLabels)).toEqual([...productKinds]);
  expect(new Set(Object.values(productLabels)).size).toBe(productKinds.length);
  expect(ProductKind.safeParse('furniture').error?.issues[0]?.message).toBe(
    'お品物の種類を一覧から選んでください。',
  );
});
