import { expect, test } from 'vitest';
import { ProductKind } from './choice-schemas.ts';
import { productKinds, productLabels } from './goods.ts';

test('no two kinds of goods go by one name, and a kind that does not exist is refused', () => {
  const names = productKinds.map((kind) => productLabels[ProductKind.parse(kind)]);
  expect(new Set(names).size).toBe(names.length);
  expect(ProductKind.safeParse('furniture').error?.issues[0]?.message).toBe(
    'お品物の種類を一覧から選んでください。',
  );
});
