import { inArray } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#server/db/schema/applications.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  operator = await signIn('operator-1', 'operator');
});
beforeEach(() => db.delete(applications));

const applied = (n: number, changes = {}) => application(n, { state: 'applied', ...changes });

/** One by one: each row has the fields that matter to it. */
async function insert(rows: ReturnType<typeof application>[]) {
  for (const row of rows) await insertApplications(db, [row]);
}

async function download(query = '') {
  const reply = await app.inject({
    url: `/api/office/kit-addresses.csv${query}`,
    headers: operator,
  });
  const isShiftJis = query.includes('shift_jis');
  const text = iconv.decode(reply.rawPayload, isShiftJis ? 'cp932' : 'utf8', { stripBOM: false });
  const lines = text.split('\r\n').slice(0, -1);
  return { reply, text, lines, ids: lines.slice(1).map((line) => line.split(',')[0]) };
}

test('UTF-8 comes with its mark, a header and every field of a slip', async () => {
  await insert([
    applied(1, { deliveryDate: '2026-11-23', deliverySlot: '12', building: '見本荘, 2階' }),
  ]);
  const { reply, lines } = await download();
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(reply.headers['content-disposition']).toBe(
    'attachment; filename="kit-addresses-2026-11-20.csv"',
  );
  expect(lines).toEqual([
    '\ufeff申込番号,お届け先郵便番号,お届け先都道府県,お届け先市区町村・町名,お届け先番地,お届け先建物名,お届け先氏名,お届け先氏名カナ,お届け先電話番号,箱の数,お届け希望日,お届け時間帯,佐川時間帯コード,ヤマト時間帯コード,品名,備考',
    `${numberOf(1)},100-0001,東京都,見本町,,"見本荘, 2階",髙橋 花子,タカハシ ハナコ,03-1234-5678,1,2026/11/23,午前中,01,0812,ご寄付用の箱,`,
  ]);
});

test('a carrier gets its own slot codes alone', async () => {
  await insert([applied(1, { deliverySlot: '19' })]);
  const yamato = await download('?carrier=yamato');
  expect(yamato.lines[0]).not.toContain('佐川');
  expect(yamato.lines[1]).toContain(',19～21時,1921,');
});

test('Shift_JIS holds 髙﨑 and names what it cannot hold', async () => {
  await insert([
    applied(1, { lastName: '髙﨑', firstName: '〜−' }),
    applied(2, { lastName: '𠮷田', building: 'ハイツ♡' }),
    applied(3, { lastName: '葛\u{E0100}城', firstName: 'か\u3099' }),
  ]);
  const { reply, lines } = await download('?encoding=shift_jis');
  expect(reply.headers['content-type']).toContain('charset=Shift_JIS');
  expect(lines[1]).toContain(',髙﨑 ～－,');
  expect(lines[2]).toContain(',〓田 花子,');
  expect(lines[2]).toContain('Shift_JISにない文字を〓にしました（U+2661、U+20BB7）。');
  expect(lines[3]).toContain(',葛城 が,');
  expect(JSON.parse(decodeURIComponent(reply.headers['x-unfit'] as string))).toEqual([
    { appraisalId: numberOf(2), letters: ['♡', '𠮷'] },
  ]);
});

test('no cell is a formula', async () => {
  await insert([applied(1, { line1: '=1+1', line2: '＠cmd', building: '-2', lastName: '+81' })]);
  const { lines } = await download();
  expect(lines[1]).toContain(",'=1+1,'＠cmd,'-2,'+81 花子,");
});

test('a kit is due without a date, or with one as near as a kit takes', async () => {
  await insert([
    applied(1),
    applied(2, { deliveryDate: '2026-11-23' }),
    applied(3, { deliveryDate: '2026-11-24' }),
    applied(4, { deliveryDate: '2026-11-19' }),
    application(5, { state: 'kit-sent' }),
    application(6, { state: 'cancelled' }),
    applied(7, { createdAt: new Date('2026-11-21T00:00:00+09:00') }),
  ]);
  const today = await download('?day=2026-11-20');
  expect(today.ids.toSorted()).toEqual([1, 2, 4].map(numberOf).sort());
  expect(today.text).toContain('ご希望の2026/11/19を過ぎています。');
  const tomorrow = await download('?day=2026-11-21');
  expect(tomorrow.ids.toSorted()).toEqual([1, 2, 3, 4, 7].map(numberOf).sort());
});

test('a file holds the oldest thousand, and tells how many wait in all', async () => {
  const ids = await manyDue(1_003);
  const { reply, ids: exported } = await download();
  expect(exported).toEqual(ids.slice(0, 1_000));
  expect(reply.headers['x-row-count']).toBe('1000');
  expect(reply.headers['x-total-count']).toBe('1003');
  await db
    .update(applications)
    .set({ state: 'kit-sent' })
    .where(inArray(applications.appraisalId, exported as string[]));
  const rest = await download();
  expect(rest.ids).toEqual(ids.slice(1_000));
  expect(rest.reply.headers['x-total-count']).toBe('3');
});

/** So many due today, each a minute younger than the one before; answers their numbers. */
async function manyDue(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) =>
    applied(n + 1, { createdAt: new Date(Date.parse('2026-11-18T10:00:00+09:00') + n * 60_000) }),
  );
  await insertApplications(db, rows);
  return rows.map(({ appraisalId }) => appraisalId);
}

test.each(['?day=2026-02-30', '?day=9999-12-31', '?encoding=utf16', '?carrier=x'])(
  '%s is refused',
  async (query) => {
    const { reply } = await download(query);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
  },
);
