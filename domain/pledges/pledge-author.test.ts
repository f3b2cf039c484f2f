import { expect, test } from 'vitest';
import { authorName } from './pledge-author.ts';

test('who has chosen no name is anonymous', () => {
  expect(authorName({ author: { name: 'はなこ' } })).toBe('はなこ');
  expect(authorName({ author: { name: '' } })).toMatch(/匿名/);
});
