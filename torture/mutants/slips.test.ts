import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placeOf } from './plant-slips.ts';
import { slips } from './slips.ts';

const testFiles = globSync('{app,domain,server,test}/**/*.test.{ts,tsx}');

test.each(slips)('$file: $was can still be planted, and has its tests', (slip) => {
  expect(placeOf(slip).wrong).not.toBe(placeOf(slip).right);
  for (const name of slip.tests) expect(testFiles.some((file) => file.includes(name))).toBe(true);
});
