import { expect, test } from 'vitest';
import { ProductKind } from '#domain/values/choice-schemas.ts';
import { productKinds, productLabels } from './goods.ts';

test('each kind of goods has a Japanese name of its own, and no other kind exists', () => {
  expect(Object.keys(productLabels)).toEqual([...productKinds]);
  expect(new Set(Object.values(productLabels)).size).toBe(productKinds.length);
  expect(ProductKind.safeParse('furniture').error?.issues[0]?.message).toBe(
    'お品物の種類を一覧から選んでください。',
  );
});
