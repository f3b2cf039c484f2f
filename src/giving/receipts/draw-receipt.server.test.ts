import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  associateCertifications,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { certify, insertDonation, receiptDonor } from '#test/factories/receipts.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { drawReceipt } from './draw-receipt.server.ts';
import { ownPaper } from './receipts.server.ts';

const run = promisify(execFile);
const canReadPdf = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);
const unread = canReadPdf ? '' : ' (skipped: pdftotext, of poppler-utils, is not installed)';
if (!canReadPdf) console.warn(`receipts are not read${unread}`);

const house = await testApp();
const { app, db } = house;
const folder = await mkdtemp(join(tmpdir(), 'tasuki-receipts-'));
afterAll(() => rm(folder, { recursive: true }));

let headers: { authorization: string };
const donor = {
  ...receiptDonor,
  ...{ lastName: '髙﨑', firstName: '邊𠮷' },
  address: { ...receiptDonor.address, line1: '千代田区葛󠄀城', building: 'ﾊﾟｰｸ㈱①' },
};
beforeAll(async () => {
  headers = await signedIn(house)('hanako');
  await insertAssociate(db, 'ao', '特定非営利活動法人 あおぞらの会');
  await certify(db, 'ao', '2020-01-01', '2028-12-31');
  for (let n = 1; n <= 40; n++) {
    const on = `2025-03-${String(1 + (n % 28)).padStart(2, '0')}`;
    await insertDonation(db, { n, yen: 1_000 + n, on, uid: 'hanako' });
  }
});

async function download(body: object) {
  const issued = await app.inject({
    method: 'POST',
    url: '/api/users/receipts',
    headers,
    payload: { donor, ...body },
  });
  const { number } = issued.json<{ number: string }>();
  const reply = await app.inject({ url: `/api/users/receipts/${number}/pdf`, headers });
  return { number, reply };
}

async function textOf(pdf: Buffer): Promise<string> {
  const file = join(folder, 'receipt.pdf');
  await writeFile(file, pdf);
  const { stdout } = await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-']);
  return stdout;
}

const year = { kind: 'year', year: 2025, associateId: 'ao' };

test('a receipt comes as a PDF that no cache keeps', async () => {
  const { number, reply } = await download(year);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="receipt-${number}.pdf"`,
  });
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(reply.rawPayload.length).toBeLessThan(120_000);
});

describe.skipIf(!canReadPdf)(`its text${unread}`, () => {
  test('names donor, amount, organisation, certification and code; rare characters are right', async () => {
    const { number, reply } = await download(year);
    const text = await textOf(reply.rawPayload);
    for (const part of [
      '寄付金受領証明書',
      number,
      '髙﨑 邊𠮷',
      '40,820円',
      '特定非営利活動法人 あおぞらの会',
      '認定第ao号',
      '2028年12月31日',
      '2025年分の寄付の内訳',
      '合計',
      '㈱①',
    ]) {
      expect(text.normalize()).toContain(part);
    }
    expect(text).toMatch(/確認コード\s+[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    expect(text).not.toContain('再発行');
    expect(text.match(/TS-/g)).toHaveLength(40);
  });

  test('is marked when it is issued again', async () => {
    const { number } = await download(year);
    const again = await app.inject({
      method: 'POST',
      url: `/api/users/receipts/${number}/reissue`,
      headers,
      payload: {},
    });
    const url = `/api/users/receipts/${again.json().number}/pdf`;
    const text = await textOf((await app.inject({ url, headers })).rawPayload);
    expect(text).toContain('再発行');
    expect(text).toContain(`番号 ${number} の証明書`);
  });

  test('is the same to the byte whenever it is drawn, whatever changed of the organisation since', async () => {
    const [first] = (await app.inject({ url: '/api/users/receipts', headers })).json();
    const pdf = async () =>
      (await app.inject({ url: `/api/users/receipts/${first.number}/pdf`, headers })).rawPayload;
    const before = await pdf();
    await db.update(associates).set({
      ...{ name: '名を改めた会', address: '大阪府見本市', representative: '別人' },
      classification: 'npo',
    });
    await db.update(associateCertifications).set({ withdrawnAt: house.clock.now });
    await db.update(users).set({ lastName: '改姓', line1: '移転先' });
    house.clock.now = new Date('2031-05-01T10:00:00+09:00');
    headers = await headersOfSession(house, 'hanako', true);
    const after = await pdf();
    expect(after.equals(before)).toBe(true);
    await db.update(associates).set({ classification: 'approved-npo' });
    await db.update(associateCertifications).set({ withdrawnAt: null });
  });

  test('says 見本 only while sample data is loaded', async () => {
    const { number } = await download(year);
    const paper = await ownPaper(house.services.ctx, { uid: 'hanako' }, number);
    if (!paper) throw new Error('no paper');
    const signs = async (isSample: boolean) =>
      (await textOf(await drawReceipt({ ...paper, isSample }))).match(/見/g)?.length ?? 0;
    expect(paper.isSample).toBe(false);
    expect(await signs(false)).toBe(0);
    // On the certificate and on both pages of its gifts.
    expect(await signs(true)).toBe(3);
  });
});
