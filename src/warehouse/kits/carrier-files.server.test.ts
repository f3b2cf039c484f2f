import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { publishFacts } from '#test/factories/service-facts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { readCustomerNumber } from './customer-number.ts';
import type { KitBatch, KitBatchEntry, KitReview } from './kit-batch.ts';
import { type CarrierOptions, emptyCarrierOptions } from './kit-sender.ts';
import { kitBatches } from './kit-tables.server.ts';

const house = await testApp();
const { app, db } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;
let colleague: Awaited<ReturnType<typeof signIn>>;

const senderFacts = {
  senderName: 'たすき倉庫',
  senderPhone: '06-1234-5678',
  senderPostalCode: '5300001',
  senderAddress: '大阪府大阪市北区梅田1-2-3 見本ビル2階',
};
const wholeOptions: CarrierOptions = {
  ...emptyCarrierOptions,
  yamatoCustomer: '061234567890',
  yamatoFare: '01',
  sagawaCustomer: '123456789012',
};

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await publishFacts(house, senderFacts);
  operator = await signIn('operator-1', 'warehouse');
  colleague = await signIn('operator-2', 'warehouse');
});
beforeEach(async () => {
  await db.delete(applications);
  await db.delete(kitBatches);
  await db.delete(settings);
});

const path = '/api/office/kits';
const get = (url: string) => app.inject({ url: `${path}${url}`, headers: operator });
const post = (url: string, payload: object, headers: Record<string, string> = operator) =>
  app.inject({ method: 'POST', url: `${path}${url}`, payload, headers });
async function save(options: Partial<CarrierOptions>) {
  const { etag } = (await get('/sender')).headers;
  const reply = await post(
    '/sender',
    { ...wholeOptions, ...options },
    { ...operator, 'if-match': String(etag) },
  );
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.anything()]);
}
async function frozen(...rows: Partial<ReturnType<typeof application>>[]): Promise<KitBatch> {
  for (const [index, row] of rows.entries()) {
    await insertApplications(db, [application(index + 1, { state: 'applied', ...row })]);
  }
  const { latestBatchId } = (await get('/today')).json();
  return (await post('/batches', { after: latestBatchId })).json();
}
const file = ({ id }: KitBatch, query: string) => get(`/batches/${id}/file?layout=${query}`);
const entriesOf = async ({ id }: KitBatch) =>
  (await get(`/batches/${id}/entries`)).json<KitBatchEntry[]>();
const toMend = async ({ id }: KitBatch) =>
  (await get(`/batches/${id}/review`)).json<KitReview>().toMend;
const mend = (
  { id }: KitBatch,
  entry: KitBatchEntry | undefined,
  carrier: 'yamato' | 'sagawa',
  lines: object,
  headers = operator,
) =>
  post(
    `/batches/${id}/entries/${entry?.position}/slip`,
    { carrier, lines: { ...entry?.[carrier].lines, ...lines }, seen: entry?.[carrier].lines },
    headers,
  );
const cells = (text: string): string[][] => parse(text, { relax_column_count: true });

test('an address that says its prefecture twice waits for a person on both slips', async () => {
  await save({});
  const batch = await frozen({ line1: '東京都渋谷区神宮前', line2: '1-2' });
  const [entry] = await entriesOf(batch);
  for (const carrier of ['yamato', 'sagawa'] as const) {
    expect(entry?.[carrier].problems).toEqual([expect.stringContaining('「東京都」が二度')]);
  }
  expect((await file(batch, 'b2cloud')).statusCode).toBe(409);
  const mended = await mend(batch, entry, 'yamato', { address: '東京都渋谷区神宮前1-2' });
  expect(mended.statusCode, mended.body).toBe(200);
  const [row] = cells(iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932')).slice(1);
  expect(row?.[11]).toBe('東京都渋谷区神宮前1-2');
});

test('a building ＠ホーム stands on the labels of both carriers as it is', async () => {
  await save({});
  const batch = await frozen({ line2: '1-2', building: '＠ホーム' });
  const yamato = cells(iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932'));
  expect(yamato[1]?.[12]).toBe('＠ホーム');
  const sagawa = cells(iconv.decode((await file(batch, 'e-hiden3')).rawPayload, 'cp932'));
  expect(sagawa[1]).toContain('＠ホーム');
});

describe('the file for B2クラウド', () => {
  test('is CP932 with CRLF, a row for each box, and headings as the sender chose', async () => {
    await save({});
    const batch = await frozen({ boxes: 3 }, { lastName: '髙﨑' });
    const reply = await file(batch, 'b2cloud');
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="b2cloud-${batch.day}-1.csv"`,
    );
    expect(reply.headers['cache-control']).toBe('no-store');
    const text = iconv.decode(reply.rawPayload, 'cp932');
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const [headings = [], ...rows] = cells(text);
    expect(headings[0]).toBe('お客様管理番号');
    expect(rows).toHaveLength(4);
    expect(new Set([headings, ...rows].map(({ length }) => length))).toEqual(new Set([95]));
    expect(rows.map(([number = '']) => readCustomerNumber(number))).toEqual([
      { appraisalId: numberOf(1), number: 1 },
      { appraisalId: numberOf(1), number: 2 },
      { appraisalId: numberOf(1), number: 3 },
      { appraisalId: numberOf(2), number: 1 },
    ]);
    expect(rows[3]?.[15]).toBe('髙﨑 花子');
    await save({ yamatoHeader: false });
    expect(cells(iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932'))).toEqual(rows);
  });

  test('every required column is filled', async () => {
    await save({});
    const text = iconv.decode((await file(await frozen({}), 'b2cloud')).rawPayload, 'cp932');
    const [, row = []] = cells(text);
    for (const number of [1, 2, 5, 9, 11, 12, 16, 20, 22, 23, 25, 28, 40, 42]) {
      expect([number, row[number - 1]]).not.toEqual([number, '']);
    }
  });
});

test('the file for e飛伝III has every cell in quotes, in CP932 or in UTF-8 with its mark', async () => {
  await save({});
  const batch = await frozen({ lastName: '𠮷田' });
  const [entry] = await entriesOf(batch);
  expect((await file(batch, 'e-hiden3')).statusCode).toBe(409);
  await mend(batch, entry, 'sagawa', {});
  const text = iconv.decode((await file(batch, 'e-hiden3')).rawPayload, 'cp932');
  for (const line of text.split('\r\n').slice(0, -1)) {
    expect(line).toMatch(/^"[^"]*"(?:,"[^"]*"){73}$/);
  }
  expect(cells(text)[1]?.[7]).toBe('吉田 花子');
  await save({ sagawaEncoding: 'utf8' });
  const other = await frozen({ appraisalId: numberOf(9), lastName: '𠮷田' });
  const bytes = (await file(other, 'e-hiden3')).rawPayload;
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from('\ufeff'));
  expect(cells(bytes.toString().slice(1))[1]?.[7]).toBe('𠮷田 花子');
});

test.each([
  ['b2cloud', { yamatoCustomer: '', yamatoFare: '' }, ['請求先顧客コード', '運賃管理番号']],
  ['e-hiden3', { sagawaCustomer: '' }, ['佐川のお客様コード']],
])(
  'without what %s needs of the carrier’s codes no file is written, and it says what',
  async (layout, missing, names) => {
    await save(missing);
    const reply = await file(await frozen({}), layout);
    expect(reply.statusCode).toBe(409);
    for (const name of names) expect(reply.json().message).toContain(name);
  },
);

test('goods with letters that no slip can show are not saved, at the field', async () => {
  const reply = await post(
    '/sender',
    { ...wholeOptions, goods: '𠮷田の箱' },
    { ...operator, 'if-match': '"1"' },
  );
  expect([reply.statusCode, reply.json().errors]).toEqual([
    400,
    [{ path: 'goods', message: expect.stringContaining('「𠮷」') }],
  ]);
});

test('the sender on a slip is the one of the service’s facts, and what is wrong with it is said', async () => {
  await save({});
  const batch = await frozen({});
  const senderOn = async () => {
    const [headings = [], row = []] = cells(
      iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932'),
    );
    const of = ['名', '電話番号', '郵便番号', '住所', 'アパートマンション'];
    return of.map((what) => row[headings.indexOf(`ご依頼主${what}`)]);
  };
  const street = '大阪府大阪市北区梅田1-2-3';
  expect(await senderOn()).toEqual([
    'たすき倉庫',
    '06-1234-5678',
    '530-0001',
    street,
    '見本ビル2階',
  ]);
  expect((await get('/sender')).json().sender).toEqual({
    ...{ name: 'たすき倉庫', tel: '0612345678', zipcode: '5300001' },
    ...{ address: street, building: '見本ビル2階' },
  });
  for (const [wrong, says] of [
    [{ senderPhone: '' }, 'サービスの情報で、「送り主の電話番号」を入力すると'],
    [{ senderName: '𠮷田倉庫' }, '送り主の「𠮷」は送り状に使えません'],
  ] as const) {
    await publishFacts(house, { ...senderFacts, ...wrong });
    const reply = await file(batch, 'b2cloud');
    expect([reply.statusCode, reply.json().message]).toEqual([409, expect.stringContaining(says)]);
  }
  await publishFacts(house, senderFacts);
});

test('a batch that is printed on a later day leaves on that day, and is past a wish for it', async () => {
  await save({});
  const batch = await frozen({ deliveryDate: '2026-11-20' });
  const cellsOf = async () => {
    const [, row = []] = cells(iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932'));
    return [row[4], row[5]];
  };
  await db.update(kitBatches).set({ day: '2026-11-18' });
  expect(await cellsOf()).toEqual(['2026/11/20', '']);
  await db
    .update(kitBatches)
    .set({ state: 'marked', markedAt: new Date('2026-11-19T00:00:00+09:00') });
  expect(await cellsOf()).toEqual(['2026/11/19', '2026/11/20']);
});

describe('an address that does not fit', () => {
  const long = {
    line1: '千代田区千代田',
    line2: 'とてもとてもながいちょうめいのつづき1-2-3',
    building: 'グランドメゾンサンライズヒルズウエストウイングタワー',
  };

  test('is shown before any file is written, and cut nowhere', async () => {
    await save({});
    const batch = await frozen(long, {});
    expect(await toMend(batch)).toEqual({ yamato: 1, sagawa: 1 });
    const [entry] = await entriesOf(batch);
    expect(entry?.yamato.problems.join('')).toContain('全角16文字');
    expect(entry?.yamato.lines.address + (entry?.yamato.lines.building ?? '')).toBe(
      `東京都${long.line1}${long.line2}${long.building}`,
    );
    for (const layout of ['b2cloud', 'e-hiden3']) {
      const reply = await file(batch, layout);
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        expect.stringContaining('1件'),
      ]);
    }
  });

  test('is mended by hand, within the widths, and goes into the file as mended', async () => {
    await save({});
    const batch = await frozen(long);
    const [entry] = await entriesOf(batch);
    const mended = { address: '東京都千代田区千代田1-2-3', building: 'グランドメゾン西棟' };
    expect((await mend(batch, entry, 'yamato', { building: 'あ'.repeat(17) })).statusCode).toBe(
      400,
    );
    expect((await mend(batch, entry, 'yamato', { ...mended, name: '♠ 花子' })).statusCode).toBe(
      400,
    );
    const reply = await mend(batch, entry, 'yamato', mended);
    expect(reply.json().yamato).toMatchObject({ lines: mended, isMended: true, problems: [] });
    expect(await toMend(batch)).toEqual({ yamato: 0, sagawa: 1 });
    const [, row = []] = cells(iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932'));
    expect([row[11], row[12]]).toEqual([mended.address, mended.building]);
  });

  test('is taken out, and the files of the others are written', async () => {
    await save({});
    const batch = await frozen(long, {});
    const [entry] = await entriesOf(batch);
    const url = `/batches/${batch.id}/entries/${entry?.position}/take-out`;
    const reply = await post(url, {}, { ...operator, 'if-match': '"1"' });
    expect(reply.json()).toMatchObject({ state: 'frozen', version: 2 });
    expect(await toMend(batch)).toEqual({ yamato: 0, sagawa: 0 });
    const [, ...rows] = cells(iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932'));
    expect(rows.map(([number = '']) => readCustomerNumber(number)?.appraisalId)).toEqual([
      numberOf(2),
    ]);
    expect((await get('/today')).json()).toMatchObject({ applications: 1 });
  });

  test('of two who mend it the second is told what stands there now', async () => {
    const batch = await frozen(long);
    const [entry] = await entriesOf(batch);
    const one = { address: '東京都千代田区1', building: '西棟' };
    const two = { address: '東京都千代田区2', building: '東棟' };
    const replies = await Promise.all([
      mend(batch, entry, 'yamato', one, operator),
      mend(batch, entry, 'yamato', two, colleague),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toMatch(/先に直しています.+[西東]棟/);
  });
});

test('a letter outside of CP932 is shown with the one that would stand instead, and a person confirms it', async () => {
  await save({});
  const batch = await frozen(
    { lastName: '𠮷田', building: '葛\u{E0100}城荘' },
    { firstName: '花♠' },
  );
  const [yoshida, other] = await entriesOf(batch);
  expect(yoshida?.yamato).toMatchObject({
    lines: { name: '吉田 花子', building: '葛城荘' },
    problems: [expect.stringContaining('「𠮷」は送り状に使えないため、「吉」にします')],
  });
  expect(other?.yamato.problems).toEqual([expect.stringContaining('「♠」')]);
  expect((await file(batch, 'b2cloud')).statusCode).toBe(409);
  await mend(batch, yoshida, 'yamato', {});
  await mend(batch, other, 'yamato', { name: '髙橋 花' });
  const text = iconv.decode((await file(batch, 'b2cloud')).rawPayload, 'cp932');
  expect(text).toContain('吉田 花子');
});

describe('the free layout', () => {
  const lines = async (batch: KitBatch, encoding: string) => {
    const reply = await file(batch, `free&encoding=${encoding}`);
    const text = iconv.decode(reply.rawPayload, encoding === 'utf8' ? 'utf8' : 'cp932', {
      stripBOM: false,
    });
    return { text, rows: cells(text.replace('\ufeff', '')) };
  };

  test('UTF-8 comes with its mark, a header and every field of a slip', async () => {
    const batch = await frozen({
      boxes: 2,
      deliveryDate: '2026-11-23',
      deliverySlot: '12',
      building: '見本荘, 2階',
    });
    const { text, rows } = await lines(batch, 'utf8');
    expect(text.startsWith('\ufeff申込番号,')).toBe(true);
    expect(rows).toHaveLength(3);
    expect(rows[2]?.slice(3)).toEqual(
      '2|2|100-0001|東京都|見本町||見本荘, 2階|髙橋 花子|タカハシ ハナコ|03-1234-5678|2026/11/23|午前中|01|0812|ご寄付用の箱|'.split(
        '|',
      ),
    );
  });

  test('Shift_JIS holds 髙﨑 and names what it cannot hold', async () => {
    const batch = await frozen(
      { lastName: '髙﨑', firstName: '〜−' },
      { lastName: '𠮷田', building: 'ハイツ♡' },
    );
    const { rows } = await lines(batch, 'shift_jis');
    expect(rows[1]).toContain('髙﨑 ～－');
    expect(rows[2]).toContain('〓田 花子');
    expect(rows[2]?.at(-1)).toBe('Shift_JISにない文字を〓にしました（U+2661、U+20BB7）。');
  });

  test('cells say what was typed, since a program prints them', async () => {
    const batch = await frozen({ line1: '=1+1', line2: '＠cmd', building: '-2', lastName: '+81' });
    const { rows } = await lines(batch, 'utf8');
    for (const cell of ['=1+1', '＠cmd', '-2', '+81 花子']) expect(rows[1]).toContain(cell);
  });

  test('a wish that has passed is noted and not handed on', async () => {
    const { rows } = await lines(await frozen({ deliveryDate: '2026-11-19' }), 'utf8');
    expect(rows[1]?.at(-1)).toBe('ご希望の2026/11/19を過ぎています。');
    expect(rows[1]).not.toContain('2026/11/19');
  });
});

test('a file of the batch says nothing of what was corrected since, and is audited by numbers alone', async () => {
  const batch = await frozen({});
  await db.update(applications).set({ line1: '新町', version: 2 });
  expect((await file(batch, 'free')).body).not.toContain('新町');
  const { rows } = await house.pool.query(
    `select details::text from audit_log where action = 'kits.export'`,
  );
  expect(JSON.stringify(rows)).toContain(numberOf(1));
  expect(JSON.stringify(rows)).not.toContain('髙橋');
});
