import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword, makeFilter, openFilter } from './common-passwords.server.ts';

test.each([
  'password',
  '12345678',
  '1234567890',
  'qwertyuiop',
  'iloveyou',
  'sunshine',
  'password1',
  'Passw0rd',
  'ＰＡＳＳＷＯＲＤ',
  ' password ',
  'asdfghjkl',
  'q1w2e3r4t5',
  'trustno1',
  'abcdefgh',
])('%s is known to be common', (password) => expect(isCommonPassword(password)).toBe(true));

/** Uncommon passwords, the same in each run. */
function* unusual(count: number) {
  let state = 20_261_122;
  for (let index = 0; index < count; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield `zx${state.toString(36)}-${index.toString(36)}-plum`;
  }
}

test('at most one in ten thousand others is taken for one', () => {
  const count = 200_000;
  const mistaken = [...unusual(count)].filter(isCommonPassword);
  expect(mistaken.length).toBeLessThanOrEqual(count / 10_000);
});

test('the file is small enough to be held by every process', () => {
  const { length } = readFileSync('src/people/sign-in/passwords/common-passwords.bin');
  expect(length).toBeLessThan(250_000);
});

test('a filter knows all that it was made of, and other bytes are none', () => {
  const entries = [...unusual(2_000)];
  const knows = openFilter(makeFilter(entries, 24));
  expect(entries.every(knows)).toBe(true);
  expect(knows('another')).toBe(false);
  expect(() => openFilter(new Uint8Array([9, 17, 255]))).toThrow('not a filter');
});
