import { expect, test, vi } from 'vitest';
import { isMobile, isPhone } from './phone.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15', true],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', true],
  ['MOZILLA ANDROID', true],
  ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', false],
  ['', false],
])('whether a device is mobile is said by its user agent: %s', (userAgent, expected) => {
  expect(isMobile(userAgent)).toBe(expected);
});

test.each([
  ['a phone held sideways', 'iPhone', false, true],
  ['a narrow window of a computer', 'Macintosh', true, true],
  ['a computer', 'Macintosh', false, false],
])('%s is a phone, or is not: %s, narrow: %s', (_what, userAgent, isNarrow, expected) => {
  vi.stubGlobal('navigator', { userAgent });
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
  expect(isPhone()).toBe(expected);
  vi.unstubAllGlobals();
});
