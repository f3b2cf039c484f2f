import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { hasOwnMark, isOwnStore } from './store-mark.server.ts';

const { db, files } = await testApp();

test('servers that start together for the first time agree on the mark of the store they share', async () => {
  const starts = await Promise.all(Array.from({ length: 8 }, () => isOwnStore(db, files)));
  expect(starts).toEqual(Array(8).fill(true));
  expect(await hasOwnMark(db, files)).toBe(true);
});
