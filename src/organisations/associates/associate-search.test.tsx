import { expect, test } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import type { Associate } from './associate.ts';
import { AssociateGrid } from './associate-card.tsx';
import { AssociateSearch, firstOf } from './associate-search.tsx';
import { readDirectoryQuery } from './directory-query.ts';

const associate: Associate = {
  id: 'ao',
  name: 'あおぞらの会',
  locations: ['東京都', '大阪府'],
  summary: '子どもの居場所をつくっています。',
  socialChallenges: ['child'],
  classification: 'npo',
  isDeductible: false,
  createdAt: '20261120100000000',
  coverImage: null,
  stat: { monthlyCount: 0, totalCount: 0 },
  terms: { feeBasisPoints: 1_000, handlingYen: 0 },
};

const listOf = (listed: number, keyword = '') =>
  linesOf(
    <AssociateSearch
      base="/search/social-challenge/child"
      query={readDirectoryQuery({ get: (name) => (name === 'keyword' ? keyword : null) })}
      selection={{ items: [associate], page: 1, pageCount: 1, total: 1 }}
      listed={listed}
    />,
  );

test('eight organisations are seen at a glance, without a form to search them', () => {
  expect(listOf(8)).not.toContain('キーワード');
  expect(listOf(8)).toContain('あおぞらの会');
  expect(listOf(9)).toContain('キーワード');
  expect(listOf(8, 'あお')).toContain('キーワード');
});

test('a search without results says so, without a count of 0', () => {
  const selection = { items: [], page: 1, pageCount: 0, total: 0 };
  const query = readDirectoryQuery({ get: () => null });
  const text = linesOf(<AssociateSearch base="/search" query={query} selection={selection} />);
  expect(text).toContain('当てはまる団体はありません');
  expect(text.join('')).not.toContain('0団体');
});

test('the first cards of a list come before those of the list before it, each once and no more than there are', () => {
  const cards = (ids: string) => [...ids].map((id) => ({ ...associate, id }));
  const shown = (items: string, before: string) =>
    firstOf(cards(items), cards(before))
      .map(({ id }) => id)
      .join('');
  expect(shown('abcdefghij', '1a2b3c4567')).toBe('abc1324567');
  expect(shown('abcdefgh', 'hgfedcba')).toBe('abcedhgf');
  expect(shown('abc', '123456789')).toBe('abc');
  expect(shown('', '123')).toBe('');
  const same = cards('abcdefgh');
  expect(firstOf(same, same)).toBe(same);
});

test('a card names every place, and asks for the first gift where none was given', () => {
  const card = (stat: Associate['stat']) =>
    linesOf(<AssociateGrid associates={[{ ...associate, stat }]} />);
  const none = card({ monthlyCount: 0, totalCount: 0 });
  expect(none).toContain('NPO法人・東京都、大阪府');
  expect(none).toContain('最初の応援者になりませんか');
  expect(none.join()).not.toContain('0件');
  const some = card({ monthlyCount: 0, totalCount: 3 });
  expect(some).not.toContain('最初の応援者になりませんか');
  expect(some).toContain('3件');
});
