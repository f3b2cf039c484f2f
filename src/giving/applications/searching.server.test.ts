import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { runSql } from '#test/database.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { typedSearch } from '#test/factories/typed-search.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// Enough applications that the hits lie far behind the first scanned rows.

const house = await testApp();
const { db } = house;
const many = 10_600;
const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 60_000);
/** Words of different frequency, which take different search paths. */
const buildingOf = (index: number) =>
  [
    index % 6 === 0 && '朝顔荘',
    index % 6 === 1 && index >= many - 3_000 && '夕顔館',
    index % 100 === 2 && '昼顔堂',
    index % 60 === 3 ? 'あいう' : 'あいんいう',
  ]
    .filter(Boolean)
    .join('');
let operator: Awaited<ReturnType<ReturnType<typeof signedIn>>>;

beforeAll(async () => {
  operator = await signedIn(house)('op', 'operator');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'umi', '海辺を守る会');
  const odd = {
    2: { lastName: '𠮷田', lastNameKana: 'よしだ', associateId: 'umi' },
    3: { lastName: '葛\u{E0100}城', firstName: '眞', lastNameKana: 'かつらぎ' },
    4: { tel: '08055556666', email: 'kotori.1984@tori.example' },
    5: { prefecture: '岐阜県', line1: '高山市', line2: '上三之町1-2', building: 'メゾン萩' },
    6: { lastName: "O'Brien", firstName: 'A\\B', email: 'ob@tasuki.example' },
  } as Record<number, object>;
  await insertApplications(
    db,
    Array.from({ length: many }, (_, index) =>
      application(index + 1, {
        createdAt: at(index),
        state: 'thanked',
        line2: '',
        building: buildingOf(index),
        ...odd[index + 1],
      }),
    ),
  );
  await runSql(house.databaseUrl, 'analyze');
}, 120_000);

const get = typedSearch(house, () => operator);
const search = async (keyword: string, more = '') => {
  const reply = await get(`/api/office/applications?keyword=${encodeURIComponent(keyword)}${more}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const ids = reply.json<{ appraisalId: string }[]>().map(({ appraisalId }) => appraisalId);
  return { ids, total: reply.headers['x-total-count'] };
};

test.each([
  ['its whole number', numberOf(2), 2],
  ['𠮷田 by 吉田', '吉田', 2],
  ['𠮷田 by itself', '𠮷田', 2],
  ['the kana in katakana', 'ヨシダ', 2],
  ['one letter of a name', '𠮷', 2],
  ['the organisation', '海辺', 2],
  ['name and organisation', '花子 海辺を守る', 2],
  ['a name without its variation selector', '葛城', 3],
  ['眞 by 真', '真 葛城', 3],
  ['a whole phone number with dashes', '080-5555-6666', 4],
  ['the end of a phone number', '56666', 4],
  ['a part of an e-mail', '1984@tori', 4],
  ['an e-mail in full width', 'ＫＯＴＯＲＩ．１９８４', 4],
  ['a town', '高山市', 5],
  ['a house', '上三之町1-2', 5],
  ['a building', 'メゾン萩', 5],
  ['a quotation mark', "O'Brien", 6],
  ['a backslash', 'A\\B', 6],
])('%s finds its only match, however old', async (_what, keyword, n) => {
  expect(await search(keyword)).toEqual({ ids: [numberOf(n)], total: '1' });
  expect(await search(keyword, '&state=thanked&order=oldest')).toEqual({
    ids: [numberOf(n)],
    total: '1',
  });
  expect((await search(keyword, '&state=applied')).ids).toEqual([]);
});

test('a common word is counted up to a thousand, and paged from the newest', async () => {
  const { ids, total } = await search('高橋');
  expect(total).toBe('1000+');
  expect(ids).toEqual(Array.from({ length: 50 }, (_, index) => numberOf(many - index)));
});

test.each([
  ['朝顔', 'every sixth holds', '1000+'],
  ['夕顔', 'every sixth of the newest holds', '500'],
  ['昼顔', 'one in a hundred holds', '106'],
])('%s, which %s, is counted: %s', async (word, _, total) => {
  expect(await search(word)).toMatchObject({ total });
  expect(await search(word, '&order=oldest&state=thanked')).toMatchObject({ total });
});

test('a word of common pieces is counted among the first candidates', async () => {
  const { ids, total } = await search('あいう');
  expect(ids).toHaveLength(50);
  expect(total).toMatch(/^[1-9]\d{1,2}\+$/);
});

test('a word across two fields finds nothing', async () => {
  expect((await search('花子たかはし')).ids).toEqual([]);
  expect((await search('|')).total).toBe(String(many));
});

test.each([
  ['donor12', (n: number) => String(n).startsWith('12')],
  ['昼顔', (n: number) => n % 100 === 3],
])('pages of a search for %s lead to its end, each application once', async (word, isFound) => {
  const url = `/api/office/applications?keyword=${encodeURIComponent(word)}`;
  const pages = await pagesOf(get, url);
  const ids = pages.flatMap((page) => page.json<{ appraisalId: string }[]>());
  const expected = Array.from({ length: many }, (_, index) => index + 1)
    .filter(isFound)
    .reverse();
  expect(ids.map(({ appraisalId }) => appraisalId)).toEqual(expected.map(numberOf));
  expect(pages[0]?.headers['x-total-count']).toBe(String(expected.length));
});

test('applications follow the name of their organisation', async () => {
  await db.update(associates).set({ name: '渚の会' }).where(sql`id = 'umi'`);
  expect((await search('渚の会')).ids).toEqual([numberOf(2)]);
  expect((await search('海辺')).ids).toEqual([]);
});

test.each(['donor12', '昼顔'])('paging %s forwards and backwards shows the same', async (word) => {
  const url = `/api/office/applications?keyword=${encodeURIComponent(word)}&order=oldest`;
  const pages = await pagesOf(get, url);
  const last = pages.at(-1);
  const back = await get(`${url}&cursor=${last?.headers['x-previous-cursor']}`);
  expect(back.json()).toEqual(pages.at(-2)?.json());
  expect(pages[0]?.headers).not.toHaveProperty('x-previous-cursor');
  const start = await get(`${url}&cursor=${pages[1]?.headers['x-previous-cursor']}`);
  expect(start.json()).toEqual(pages[0]?.json());
  expect(start.headers).not.toHaveProperty('x-previous-cursor');
});

test.each([
  ['まえだちひろ', [], 'まえ だち ひろ'],
  // Common pieces are not looked up; pieces across their boundary are.
  ['やまもとみさき', ['やま', 'もと'], 'まも とみ みさ さき'],
  ['さとうはなこ', ['さと', 'とう', 'うは', 'はな', 'なこ'], 'うは はな なこ'],
  ['花', ['花'], "'花':*"],
])('%s is searched by its rare pieces if %s are common', async (word, common, pieces) => {
  const { rows } = await db.execute<{ query: string }>(
    sql`select search_query(${word}, array(select json_array_elements_text(${JSON.stringify(common)}::json)))::text as query`,
  );
  const asked = rows[0]?.query.replaceAll(/'(\S+?)'(?!:)/g, '$1').split(' & ');
  expect(asked?.toSorted()).toEqual(pieces.split(' ').toSorted());
});
