import { expect, test } from 'vitest';
import { isRecordId } from './record-id.ts';
import { makeReferenceNumber } from './reference-number.ts';

test.each([
  ['a', true],
  ['A_0-z', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a b', false],
  ['%00', false],
  ['a\n', false],
  ['あ', false],
])('%j can be the id of a record: %s', (text, isOne) => {
  expect(isRecordId(text)).toBe(isOne);
});

test('a reference number is made of eight random bytes, and names its kind', () => {
  const bytes = Uint8Array.of(0, 1, 9, 10, 31, 32, 255, 17, 99);
  expect(makeReferenceNumber('TC', bytes)).toBe('TC-019A-Z0ZH');
  expect(makeReferenceNumber('TL', bytes.subarray(0, 8))).toBe('TL-019A-Z0ZH');
  expect(() => makeReferenceNumber('TC', bytes.subarray(0, 7))).toThrow(RangeError);
});
