import { expect, test } from 'vitest';
import { authorName } from './pledge-author.ts';
import { isNameless, publicAuthor } from './public-author.ts';

test('who has chosen no name is anonymous', () => {
  expect(authorName({ author: { name: 'はなこ' } })).toBe('はなこ');
  expect(authorName({ author: { name: '' } })).toMatch(/匿名/);
});

test('a name that was stored with invisible letters turns nothing around it', () => {
  const author = { uid: 'hanako', name: ' 花\u202E子\u2066', image: '/images/face' };
  expect(publicAuthor(author)).toEqual({ ...author, name: '花子' });
  expect(authorName({ author: publicAuthor({ ...author, name: '\u200B' }) })).toMatch(/匿名/);
});

test('nothing but the name tells who an author is: without one all of it is left out', () => {
  const author = { uid: 'hanako', name: 'はなこ', image: '/images/face' };
  expect(publicAuthor(author)).toEqual(author);
  for (const name of ['', '　', '\u200B']) {
    expect(isNameless(name)).toBe(true);
    expect(publicAuthor({ ...author, name })).toEqual({ uid: '', name: '', image: '' });
  }
});
