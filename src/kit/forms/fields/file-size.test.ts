import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test.each([
  [0, '0バイト'],
  [999, '999バイト'],
  [1500, '1.5KB'],
  [2_340_000, '2.3MB'],
])('%i bytes read %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
