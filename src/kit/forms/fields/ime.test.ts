import { expect, test } from 'vitest';
import { isImeKey } from './ime.ts';

const key = (isComposing: boolean, keyCode: number) => ({ nativeEvent: { isComposing, keyCode } });

test('an Enter that settles a word belongs to the input method, in Safari too', () => {
  expect(isImeKey(key(true, 13))).toBe(true);
  expect(isImeKey(key(false, 229))).toBe(true);
  expect(isImeKey(key(false, 13))).toBe(false);
});
