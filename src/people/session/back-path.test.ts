import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backPathOf, loginPathFor } from './back-path.ts';

test('after signing in, a person returns to the page requested before', () => {
  for (const path of ['/mypage/donation-history', '/mypage/donation-history?year=2026', '/']) {
    expect(backPathOf(new URL(loginPathFor(path), 'https://a.example').search)).toBe(path);
  }
});

test('a link cannot lead out of the site', () => {
  for (const back of [
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    'elsewhere.example',
    '',
  ]) {
    expect(backPathOf(`?${new URLSearchParams({ back })}`)).toBeUndefined();
  }
  expect(backPathOf('')).toBeUndefined();
});

test('a link cannot lead back to the login itself', () => {
  for (const back of ['/login', '/login/', '/login?back=%2Flogin', '/join', '/reset-password']) {
    expect(backPathOf(`?${new URLSearchParams({ back })}`)).toBeUndefined();
  }
});

test('whatever is asked for, the answer is a path of this site', () => {
  const piece = fc.constantFrom('/', '\\', '//', '.', '..', '@', ':', '?', '#', 'a', '%2f', '\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const found = backPathOf(`?${new URLSearchParams({ back: pieces.join('') })}`);
      if (found === undefined) return;
      expect(new URL(found, 'https://a.example').origin).toBe('https://a.example');
    }),
    { numRuns: 5_000 },
  );
});
