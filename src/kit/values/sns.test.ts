import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ProfileDraft } from '#people/accounts/account.ts';
import { handleFrom, snsAddress, snsKinds } from './sns.ts';

test('a profile names accounts of three services', () => {
  expect([...snsKinds].sort()).toEqual(['facebook', 'instagram', 'twitter']);
});

test.each([
  ['instagram', 'hanako', 'hanako'],
  ['instagram', ' @hanako ', 'hanako'],
  ['instagram', '＠ｈａｎａｋｏ', 'hanako'],
  ['instagram', 'https://www.instagram.com/hanako.t/?hl=ja', 'hanako.t'],
  ['instagram', 'instagram.com/hanako', 'hanako'],
  ['facebook', 'https://m.facebook.com/hanako.t?ref=x', 'hanako.t'],
  ['facebook', 'https://www.facebook.com/profile.php?id=1000123', '1000123'],
  ['twitter', 'https://x.com/hanako/status/1', 'hanako'],
  ['twitter', 'http://mobile.twitter.com/@hanako', 'hanako'],
  ['twitter', '', ''],
] as const)('of %s, %j is the handle %j', (kind, typed, handle) => {
  expect(handleFrom(kind, typed)).toBe(handle);
});

test.each([
  ['instagram', 'https://x.com/hanako'],
  ['instagram', 'https://www.instagram.com/p/Cabc/'],
  ['instagram', 'https://www.instagram.com/'],
  ['twitter', 'https://x.com.evil.example/hanako'],
  ['twitter', 'javascript://x.com/hanako'],
  ['facebook', '花子'],
  ['facebook', 'hanako t'],
] as const)('of %s, %j holds no handle and stays as it is', (kind, typed) => {
  expect(handleFrom(kind, typed)).toBe(typed);
});

test('a found handle is stable, and its page leads back to it', () => {
  const letters = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9._-]{3,20}$/);
  fc.assert(
    fc.property(fc.constantFrom(...snsKinds), letters, (kind, handle) => {
      fc.pre(
        !/^(reels|explore|stories|groups|events|watch|share|search|home|hashtag)$/i.test(handle),
      );
      fc.pre(!handle.endsWith('.'));
      expect(handleFrom(kind, handle)).toBe(handle);
      expect(handleFrom(kind, snsAddress(kind, handle))).toBe(handle);
    }),
  );
});

test('nothing that people paste makes it fail, and what it finds is never an address', () => {
  fc.assert(
    fc.property(fc.constantFrom(...snsKinds), fc.oneof(fc.string(), fc.webUrl()), (kind, typed) => {
      const handle = handleFrom(kind, typed);
      if (handle !== typed) expect(handle).toMatch(/^[A-Za-z0-9._-]{0,50}$/);
    }),
  );
});

test('a handle is what a profile takes', () => {
  const { twitter } = ProfileDraft.shape.snsAccounts.shape;
  expect(z.safeParse(twitter, handleFrom('twitter', 'https://x.com/hanako')).success).toBe(true);
});
