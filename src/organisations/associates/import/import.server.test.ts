import { eq } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { beforeAll, expect, test } from 'vitest';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import {
  type CheckedImport,
  type ImportCells,
  importRowsPerRequest,
} from '#organisations/associates/associate-import.ts';
import {
  associateAgreements,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import { fileForm } from '#test/factories/upload-results.ts';
import { holding, lockWaits } from '#test/lock-waits.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, services } = house;
const base = '/api/office/associates/import';
let operator: Record<string, string>;

beforeAll(async () => {
  await insertChallenges(db);
  operator = await signedIn(house)('op', 'operator');
});

const whole = (id: string, changes: Record<string, string> = {}) => ({
  団体ID: id,
  団体の名称: `見本の会 ${id}`,
  種別: '認定NPO法人',
  状態: '公開',
  ひとことの紹介: '表ソ～を、まもります。',
  社会課題: '動物、子ども',
  所在地: '東京都府中市見本町1',
  代表者: '髙橋 花子',
  認定の番号: '第1号',
  認定の所轄庁: '東京都',
  認定日: '2024/04/01',
  認定の期限: '2029/03/31',
  契約の開始日: '2026/01/01',
  手数料: '12.5',
  ...changes,
});
const fileOf = (rows: Record<string, string>[]) => {
  const columns = Object.keys(rows[0] ?? {});
  return csvForPeople([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);
};
async function read(content: Uint8Array | string, headers = operator) {
  const form = fileForm([{ name: 'csv', fileName: '団体.csv', content }]);
  return app.inject({
    method: 'POST',
    url: `${base}/read`,
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
}
const post = (path: string, rows: ImportCells[]) =>
  app.inject({ method: 'POST', url: `${base}${path}`, payload: { rows }, headers: operator });
const check = async (rows: ImportCells[]): Promise<CheckedImport> =>
  (await post('/check', rows)).json();
const wholeRows = (rows: Record<string, string>[]): ImportCells[] =>
  rows.map((cells, index) => ({ row: index + 2, cells }));

test('a file of UTF-8 or Shift_JIS is read as rows of cells', async () => {
  const text = fileOf([whole('ao')]);
  for (const content of [text, `\ufeff${text}`, iconv.encode(text, 'cp932')]) {
    const { rows, errors } = (await read(content)).json();
    expect(errors).toEqual([]);
    expect(rows).toEqual([{ row: 2, cells: whole('ao') }]);
  }
  expect((await read('団体ID,名前\na,b')).json().errors).toMatchObject([
    { row: 1, column: '団体の名称' },
    { row: 1, column: '種別' },
    { row: 1, column: '名前' },
  ]);
  expect((await read('')).statusCode).toBe(400);
});

test('a wrong row is told by row and column, mended, and then imported with the others', async () => {
  const rows = wholeRows([
    whole('ao'),
    whole('haru', { 種別: '会社', 備考: '' }),
    whole('kumo', { 状態: '準備中', 所在地: '' }),
  ]);
  const { 備考: _, ...cells } = rows[1]?.cells ?? {};
  rows[1] = { row: 3, cells };
  const found = await check(rows);
  expect(found.errors).toEqual([
    {
      row: 3,
      column: '種別',
      message: '3行目「種別」：種別の名前が一覧にありません（入力値：会社）',
    },
  ]);
  expect((await post('', rows)).statusCode).toBe(400);
  expect(await db.$count(associates)).toBe(0);
  const mended = rows.map((one) =>
    one.row === 3 ? { ...one, cells: { ...one.cells, 種別: 'NPO法人' } } : one,
  );
  expect((await check(mended)).outcomes.map(({ outcome }) => outcome)).toEqual([
    'publish',
    'publish',
    'draft',
  ]);
  expect((await post('', mended)).statusCode).toBe(200);
  const stored = await db.select().from(associates).orderBy(associates.id);
  expect(stored.map(({ id, state, isListed }) => [id, state, isListed])).toEqual([
    ['ao', 'published', true],
    ['haru', 'published', true],
    ['kumo', 'draft', false],
  ]);
  expect(await db.select().from(associateAgreements)).toHaveLength(3);
  await services.topics.refresh();
  expect(await services.associates.find('ao')).toMatchObject({
    isDeductible: true,
    socialChallenges: ['animal', 'child'],
  });
});

test('the same file again changes nothing; a known organisation gets a draft and is not overwritten', async () => {
  const same = wholeRows([whole('ao')]);
  expect((await check(same)).outcomes).toEqual([{ row: 2, outcome: 'same' }]);
  expect((await post('', same)).statusCode).toBe(200);
  expect(await db.$count(contentVersions)).toBe(0);
  const changed = wholeRows([whole('ao', { 代表者: '青空 太郎' })]);
  expect((await check(changed)).outcomes).toEqual([{ row: 2, outcome: 'change' }]);
  expect((await post('', changed)).statusCode).toBe(200);
  const [row] = await db.select().from(associates).where(eq(associates.id, 'ao'));
  expect(row?.representative).toBe('髙橋 花子');
  const drafts = await db.select().from(contentVersions);
  expect(drafts).toMatchObject([{ key: 'ao', state: 'draft' }]);
  expect((await check(changed)).outcomes).toEqual([{ row: 2, outcome: 'same' }]);
  const another = wholeRows([whole('ao', { 代表者: '青空 次郎' })]);
  expect((await check(another)).errors).toMatchObject([{ row: 2, column: '団体ID' }]);
});

test('one row of an organisation in a file, and no agreement of another day', async () => {
  const twice = await check(wholeRows([whole('new1'), whole('new1')]));
  expect(twice.errors).toMatchObject([{ row: 3, column: '団体ID' }]);
  const later = await check(wholeRows([whole('new2', { 契約の開始日: '2027/01/01' })]));
  expect(later.errors).toMatchObject([{ row: 2, column: '契約の開始日' }]);
  // In the order of the file, not of detection.
  const both = await check(
    wholeRows([whole('new3', { 契約の開始日: '2027/01/01' }), whole('new4', { 種別: 'なし' })]),
  );
  expect(both.errors.map(({ row }) => row)).toEqual([2, 3]);
});

test('10,000 organisations are read, checked and imported within a minute, and the list stays quick', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => whole(`many-${n}`));
  const start = performance.now();
  const file = iconv.encode(fileOf(rows), 'cp932');
  const { rows: cells, errors } = (await read(file)).json() as {
    rows: ImportCells[];
    errors: unknown[];
  };
  expect(errors).toEqual([]);
  const partSeconds: number[] = [];
  for (const path of ['/check', '']) {
    for (let from = 0; from < cells.length; from += importRowsPerRequest) {
      const began = performance.now();
      const reply = await post(path, cells.slice(from, from + importRowsPerRequest));
      partSeconds.push((performance.now() - began) / 1_000);
      const { errors: found, outcomes } = reply.json() as CheckedImport;
      expect([reply.statusCode, found, outcomes.length]).toEqual([200, [], importRowsPerRequest]);
    }
  }
  // After each part the screen shows the progress (src/organisations/associates/admin/import/use-import.ts).
  expect(partSeconds).toHaveLength(40);
  expect(Math.max(...partSeconds)).toBeLessThan(10);
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `10,000 organisations imported in ${seconds.toFixed(1)} s, ${Math.max(...partSeconds).toFixed(1)} s at most from one step of the progress to the next`,
  );
  expect(seconds).toBeLessThan(60);
  expect(await db.$count(associates)).toBe(10_003);
  const asked = performance.now();
  const found = await app.inject({
    method: 'POST',
    url: '/api/office/associates/search',
    payload: { keyword: 'many-9999' },
    headers: operator,
  });
  console.log(`searched in ${(performance.now() - asked).toFixed(0)} ms`);
  expect(found.json()).toHaveLength(1);
  expect(found.headers['x-total-count']).toBe('1');
}, 120_000);

test('the same file sent twice at once makes its organisations once', async () => {
  const rows = wholeRows([whole('same-a'), whole('same-b')]);
  const release = await holding(house.databaseUrl, 'lock table associates in exclusive mode');
  const both = Promise.all([post('', rows), post('', rows)]);
  await expect.poll(() => lockWaits(db)).toBe(2);
  await release();
  expect((await both).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const made = await db.select().from(associateAgreements);
  expect(made.filter(({ associateId }) => associateId.startsWith('same-'))).toHaveLength(2);
});
