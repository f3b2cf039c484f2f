import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prefectures } from '#kit/values/prefecture.ts';
import {
  type SocialChallengeId,
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import { classificationIds } from './classification.ts';
import {
  type DirectoryEntry,
  foldEntry,
  prepareDirectory,
  searchDirectory,
  selectPage,
} from './directory.ts';
import {
  type DirectoryQuery,
  directoryOrders,
  readDirectoryQuery,
  readPage,
} from './directory-query.ts';
import { containsTerms, keywordTerms } from './search-text.ts';

const entry = (id: string, facts: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id,
  name: '見本の会',
  locations: ['東京都府中市'],
  summary: '',
  socialChallenges: [],
  classification: 'npo',
  isDeductible: false,
  createdAt: '20200101000000000',
  stat: { monthlyCount: 0, totalCount: 0 },
  ...facts,
});
const search = (entries: DirectoryEntry[], query: Partial<DirectoryQuery> = {}) =>
  searchDirectory(prepareDirectory(entries), query).map(({ id }) => id);

const cats = entry('cats', {
  name: 'しおかぜ猫の家',
  summary: '保護ネコの医療と譲渡',
  socialChallenges: ['animal'],
  isDeductible: true,
  createdAt: '20190101000000000',
  stat: { monthlyCount: 24, totalCount: 1312 },
});
const meals = entry('meals', {
  name: 'こもれびこども食堂',
  locations: ['大阪府大阪市', '京都府京都市'],
  socialChallenges: ['child', 'local-community'],
  createdAt: '20250101000000000',
  stat: { monthlyCount: 19, totalCount: 1986 },
});
const forest = entry('forest', {
  name: 'みなもの森を育てるNPO',
  socialChallenges: ['environment'],
  isDeductible: true,
  createdAt: '20220101000000000',
  stat: { monthlyCount: 31, totalCount: 540 },
});
const all = [cats, meals, forest];

test('organisations are ordered by this month, by all time or by newness; this month by default', () => {
  expect(search(all)).toEqual(['forest', 'cats', 'meals']);
  expect(search(all, { order: 'thisMonth' })).toEqual(['forest', 'cats', 'meals']);
  expect(search(all, { order: 'cumulative' })).toEqual(['meals', 'cats', 'forest']);
  expect(search(all, { order: 'newAssociate' })).toEqual(['meals', 'forest', 'cats']);
});

test('equal organisations stand in the order of their ids', () => {
  const equal = ['b', 'c', 'a', 'B'].map((id) => entry(id));
  for (const order of directoryOrders)
    expect(search(equal, { order })).toEqual(['B', 'a', 'b', 'c']);
});

test('a keyword is searched in name, place, summary and the Japanese names of challenges', () => {
  expect(search(all, { keyword: 'ﾈｺ' })).toEqual(['cats']);
  expect(search(all, { keyword: '京都市' })).toEqual(['meals']);
  expect(search(all, { keyword: '譲渡' })).toEqual(['cats']);
  expect(search(all, { keyword: '地域コミュニティ' })).toEqual(['meals']);
  expect(search(all, { keyword: 'ｎｐｏ 環境' })).toEqual(['forest']);
  expect(search(all, { keyword: 'animal' })).toEqual([]);
});

test('a word is found in its other spellings and by its reading, after what has it as it was typed', () => {
  const spelled = [
    entry('kanji', {
      name: '子供の家',
      summary: '障害者とくらす',
      classification: 'medical',
    }),
    entry('kana', { name: 'こどもの家', summary: '障がい者とくらす', classification: 'npo' }),
    entry('mixed', {
      name: '子どもの家',
      classification: 'approved-npo',
      locations: ['京都府京都市'],
      stat: { monthlyCount: 9, totalCount: 9 },
    }),
    entry('name', { name: 'NPO法人みほん', summary: 'しょうがいしゃの仕事' }),
  ];
  for (const [keyword, ...found] of [
    ['子供', 'kanji', 'mixed', 'kana'],
    ['こども', 'kana', 'mixed', 'kanji'],
    ['子どもの家', 'mixed', 'kana', 'kanji'],
    ['障害', 'kanji', 'kana', 'name'],
    ['しょうがいしゃ', 'name', 'kana', 'kanji'],
    ['障碍者', 'kana', 'kanji', 'name'],
    ['NPO法人', 'name', 'mixed', 'kana'],
    ['特定非営利活動法人', 'mixed', 'kana', 'name'],
    ['きょうとふ', 'mixed'],
    ['とうきょう しょうがい', 'kana', 'kanji', 'name'],
  ] as const) {
    expect([keyword, ...search(spelled, { keyword })]).toEqual([keyword, ...found]);
  }
});

test('every prefecture is found by its reading, without its last letter, too', () => {
  const everywhere = prefectures.map((name, index) => entry(`p${index}`, { locations: [name] }));
  const places = [
    ['ほっかいどう', 'p0'],
    ['とうきょうと', 'p12'],
    ['カナガワ', 'p13'],
    ['ぎふけん', 'p20'],
    ['しが', 'p24'],
    ['おおさか', 'p26'],
    ['えひめ', 'p37'],
    ['おきなわ', 'p46'],
  ] as const;
  for (const [keyword, id] of places) expect(search(everywhere, { keyword })).toEqual([id]);
});

test('every challenge is found by its reading', () => {
  const each = socialChallengeIds.map((id) => entry(id, { socialChallenges: [id] }));
  const readings: [string, SocialChallengeId][] = [
    ['こくさいきょうりょく', 'international'],
    ['こどものきょういく', 'child-education'],
    ['しょうがいしゃしえん', 'disabilities'],
    ['しゅうろうしえん', 'employment'],
    ['じんけん', 'human-rights'],
    ['じょせい', 'woman'],
    ['ちいきこみゅにてぃ', 'local-community'],
    ['ちいきさんぎょう', 'local-industry'],
    ['しゃかいきょういく', 'social-education'],
    ['いりょう', 'health'],
    ['かんきょう', 'environment'],
    ['どうぶつ', 'animal'],
    ['げいじゅつ', 'culture'],
    ['けいざいかっせい', 'economic-development'],
    ['さいがいしえん', 'disaster'],
    ['そのた', 'others'],
  ];
  for (const [keyword, id] of readings) expect(search(each, { keyword })).toEqual([id]);
});

test('a word does not run from one field into the next', () => {
  expect(search(all, { keyword: '家東京' })).toEqual([]);
  expect(search(all, { keyword: '大阪市京都府' })).toEqual([]);
});

test('the filter for deductible organisations is off by default', () => {
  expect(search(all, { isDeductible: false })).toHaveLength(3);
  expect(search(all, { isDeductible: true })).toEqual(['forest', 'cats']);
});

test('a challenge and a prefecture narrow the search; 東京都府中市 is not in 京都府', () => {
  expect(search(all, { socialChallengeId: 'child' })).toEqual(['meals']);
  expect(search(all, { prefecture: '京都府' })).toEqual(['meals']);
  expect(search(all, { prefecture: '東京都' })).toEqual(['forest', 'cats']);
  expect(search(all, { prefecture: '東京都', keyword: '猫', isDeductible: true })).toEqual([
    'cats',
  ]);
});

const entries = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[a-z0-9-]{1,4}$/),
    name: fc.string({ unit: fc.constantFrom(...'猫ネこＮNpｏ 会ー') }),
    locations: fc.array(fc.constantFrom('東京都府中市', '京都府', '大阪府堺市'), { maxLength: 2 }),
    summary: fc.constantFrom('', '保護犬の家', 'ラーメン㈱'),
    socialChallenges: fc.uniqueArray(fc.constantFrom(...socialChallengeIds), { maxLength: 3 }),
    classification: fc.constantFrom(...classificationIds),
    isDeductible: fc.boolean(),
    createdAt: fc.constantFrom('20180101000000000', '20200101000000000', '20230101000000000'),
    stat: fc.record({ monthlyCount: fc.nat(3), totalCount: fc.nat(3) }),
  }),
  { selector: ({ id }) => id },
);
const queries = fc.record({
  keyword: fc.constantFrom('', '猫', 'npo', 'ねこ 会', '犬', '動物', 'らーめん'),
  order: fc.constantFrom(...directoryOrders),
  isDeductible: fc.boolean(),
  socialChallengeId: fc.option(fc.constantFrom(...socialChallengeIds), { nil: undefined }),
});

test('a search gives the same however the list was shuffled, and each result fits the query', () => {
  fc.assert(
    fc.property(entries, queries, (list, query) => {
      const found = searchDirectory(prepareDirectory(list), query);
      expect(searchDirectory(prepareDirectory([...list].reverse()), query)).toEqual(found);
      for (const result of found) {
        expect(result.isDeductible || !query.isDeductible).toBe(true);
        const id = query.socialChallengeId;
        expect(id === undefined || result.socialChallenges.includes(id)).toBe(true);
      }
      // Matches by reading only come last; both parts are in the requested order.
      const everything = searchDirectory(prepareDirectory(list), { order: query.order });
      const terms = keywordTerms(query.keyword);
      const isExact = (one: (typeof list)[number]) => containsTerms(foldEntry(one).folded, terms);
      const inOrder = everything.filter((one) => found.includes(one));
      expect(found).toEqual([
        ...inOrder.filter(isExact),
        ...inOrder.filter((one) => !isExact(one)),
      ]);
    }),
  );
});

test('every organisation is found by its own name and by each of its challenges', () => {
  fc.assert(
    fc.property(entries, (list) => {
      const directory = prepareDirectory(list);
      for (const one of list) {
        expect(searchDirectory(directory, { keyword: one.name })).toContain(one);
        for (const id of one.socialChallenges) {
          const keyword = socialChallenges[id].label;
          expect(searchDirectory(directory, { keyword })).toContain(one);
        }
      }
    }),
  );
});

test('a page holds 24; page 1 of nothing exists, a page beyond the last does not', () => {
  const list = Array.from({ length: 49 }, (_, index) => index);
  expect(selectPage(list, 1)).toMatchObject({ page: 1, pageCount: 3, total: 49 });
  expect(selectPage(list, 3)?.items).toEqual([48]);
  expect(selectPage([], 1)).toEqual({ items: [], page: 1, pageCount: 1, total: 0 });
  for (const page of [0, -1, 4, 1.5, Number.NaN]) expect(selectPage(list, page)).toBeUndefined();
});

test('the pages of a list put together are the list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 120 }), (list) => {
      const { pageCount = 0 } = selectPage(list, 1) ?? {};
      const pages = Array.from(
        { length: pageCount },
        (_, index) => selectPage(list, index + 1)?.items,
      );
      expect(pages.flat()).toEqual(list);
      expect(selectPage(list, pageCount + 1)).toBeUndefined();
    }),
  );
});

test('a page number is read only as it would be written', () => {
  expect([undefined, '', '1', '12'].map(readPage)).toEqual([1, 1, 1, 12]);
  for (const text of ['0', '01', '-1', '1.0', 'x', '１', '9999999']) {
    expect(readPage(text)).toBeUndefined();
  }
});

test('the parameters of a URL are read leniently', () => {
  const defaults = { keyword: '', order: 'thisMonth', isDeductible: false };
  const read = (parameters: Record<string, string>) =>
    readDirectoryQuery(new URLSearchParams(parameters));
  expect(read({})).toEqual(defaults);
  expect(read({ order: 'x', isDeductible: 'maybe', keyword: '' })).toEqual(defaults);
  expect(read({ order: 'toString', isDeductible: 'false' })).toEqual(defaults);
  expect(read({ socialChallengeId: 'x', prefecture: '東京' })).toEqual(defaults);
  expect(
    read({
      keyword: '猫'.repeat(1000),
      order: 'cumulative',
      isDeductible: 'true',
      socialChallengeId: 'animal',
      prefecture: '東京都',
      utm_source: 'mail',
    }),
  ).toEqual({
    keyword: '猫'.repeat(100),
    order: 'cumulative',
    isDeductible: true,
    socialChallengeId: 'animal',
    prefecture: '東京都',
  });
});

test.each([
  ['true', true],
  ['1', true],
  ['on', true],
  ['yes', true],
  ['', false],
  ['false', false],
  ['Stryker', false],
])('isDeductible=%s is read as %s', (written, isDeductible) => {
  const query = readDirectoryQuery(new URLSearchParams({ isDeductible: written }));
  expect(query).toEqual({ keyword: '', order: 'thisMonth', isDeductible });
});

test('what is not asked for is not in the query', () => {
  const asked = {
    socialChallengeId: 'child',
    prefecture: '東京都',
    order: 'name',
    keyword: 'ねこ',
  };
  expect(readDirectoryQuery(new URLSearchParams())).toStrictEqual({
    keyword: '',
    order: 'thisMonth',
    isDeductible: false,
  });
  expect(readDirectoryQuery(new URLSearchParams(asked))).toMatchObject({
    keyword: 'ねこ',
    socialChallengeId: 'child',
    prefecture: '東京都',
  });
});
