import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placeOf } from './plant-slips.ts';
import { slips } from './slips.ts';

// Planting slips is a trial of hours that runs on request; this test shows early whether they still apply.

test('each slip has its one place in the code', () => {
  const lost = slips.filter((slip) => !placeOf(slip)).map(({ file, was }) => `${file}: ${was}`);
  expect(lost).toEqual([]);
});

test('each slip names existing tests', () => {
  const files = globSync('{src,test,scripts}/**/*.test.{ts,tsx}');
  const nameless = slips.flatMap(({ tests }) =>
    tests.filter((name) => !files.some((file) => file.includes(name))),
  );
  expect(nameless).toEqual([]);
});
