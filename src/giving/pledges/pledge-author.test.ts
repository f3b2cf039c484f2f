import { expect, test } from 'vitest';
import { authorName } from './pledge-author.ts';
import { isNameless, publicAuthor } from './public-author.ts';

test('an author without a name is anonymous', () => {
  expect(authorName({ author: { name: 'はなこ' } })).toBe('はなこ');
  expect(authorName({ author: { name: '' } })).toMatch(/匿名/);
});

test('a stored name with invisible letters does not reorder the text around it', () => {
  const author = { uid: 'hanako', name: ' 花\u202E子\u2066', image: '/images/face' };
  expect(publicAuthor(author)).toEqual({ ...author, name: '花子' });
  expect(authorName({ author: publicAuthor({ ...author, name: '\u200B' }) })).toMatch(/匿名/);
});

test('without a name nothing about the author is shown', () => {
  const author = { uid: 'hanako', name: 'はなこ', image: '/images/face' };
  expect(publicAuthor(author)).toEqual(author);
  for (const name of ['', '　', '\u200B']) {
    expect(isNameless(name)).toBe(true);
    expect(publicAuthor({ ...author, name })).toEqual({ uid: '', name: '', image: '' });
  }
});
