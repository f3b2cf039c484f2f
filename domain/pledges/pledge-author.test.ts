import { expect, test } from 'vitest';
import { authorName } from './pledge-author.ts';

test('who has chosen no name is anonymous', () => {
  expect(authorName({ author: { name: 'はなこ' } })).toBe('はなこ');
  expect(authorName({ author: { name: '' } })).toMatch(/匿名/);
});

test('a name that was stored with invisible letters turns nothing around it', () => {
  expect(authorName({ author: { name: '花\u202E子\u2066' } })).toBe('花子');
  expect(authorName({ author: { name: '\u200B' } })).toMatch(/匿名/);
});
