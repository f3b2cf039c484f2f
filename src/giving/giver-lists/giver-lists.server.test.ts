import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { endPaper, insertPaper } from '#test/factories/money/papers.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Giver, GiverYear } from './giver-list.ts';
import type { CopyYear, ReceiptCopy } from './receipt-copy.ts';

// Donor data for a certified organisation: only donors who requested a receipt or got one, and complete totals.

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db } = house;
const signIn = signedIn(house);
const room = '/api/staff/associates/ao';
const list = 'period=2026-04_2027-03&purpose=report';
const run = promisify(execFile);
const canReadPdf = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);
const unread = canReadPdf ? '' : ' (skipped: pdftotext, of poppler-utils, is not installed)';
const folder = await mkdtemp(join(tmpdir(), 'tasuki-copies-'));
afterAll(() => rm(folder, { recursive: true }));
const hanako = { lastName: '花田', firstName: '花子' };
const jiro = { lastName: '匿名', firstName: '次郎' };

const ask = async (url: string, uid = 'editor', hasShown = true) =>
  app.inject({ url, headers: await headersOfSession(house, uid, hasShown) });
const read = async <Body>(url: string, uid?: string): Promise<Body> => {
  const reply = await ask(url, uid);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Body>();
};
const linesIn = (csv: string) => csv.replace('\uFEFF', '').trim().split('\r\n');

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertAssociate(db, 'mori', 'もりの会');
  await db
    .update(associates)
    .set({ classification: 'public-interest-foundation' })
    .where(eq(associates.id, 'mori'));
  await signIn('op', 'operator');
  await signIn('warehouse', 'warehouse');
  await signIn('editor', 'staff');
  await signIn('viewer', 'staff');
  await signIn('stranger', 'staff');
  await signIn('hanako');
  await db.insert(staffMemberships).values([
    { uid: 'editor', associateId: 'ao', role: 'editor' },
    { uid: 'viewer', associateId: 'ao', role: 'viewer' },
    { uid: 'stranger', associateId: 'mori', role: 'editor' },
  ]);
  const given = { uid: 'hanako', on: '2026-05-01' };
  await insertDonation(db, { ...given, n: 1, yen: 3_000, applicant: hanako });
  await insertDonation(db, { ...given, n: 2, yen: 2_000, isWished: false, applicant: jiro });
  await insertDonation(db, { ...given, n: 3, yen: 700, isWished: false, on: '2026-06-01' });
  await insertDonation(db, { ...given, n: 4, yen: 500, isWished: false, on: '2026-07-01' });
  // Of the previous year, not yet received, reversed, and another organisation's.
  await insertDonation(db, { ...given, n: 5, yen: 900, on: '2026-03-31' });
  await insertDonation(db, { ...given, n: 6, yen: 901, receivedOn: null });
  await insertDonation(db, { ...given, n: 7, yen: 902, isReversed: true });
  await insertDonation(db, { ...given, n: 8, yen: 903, associateId: 'mori' });
  const paper = { kind: 'donation', year: 2026, associateId: 'ao', uid: 'hanako' } as const;
  const gifts = [{ n: 3, yen: 700, receivedOn: '2026-06-01' }];
  const married = { number: '2026-000002', donorName: '新姓 花子', issuedOn: '2026-06-20' };
  await insertPaper(db, {
    ...{ ...paper, number: '2026-000001', donorName: '旧姓 花子', issuedOn: '2026-06-10', gifts },
  });
  await endPaper(db, '2026-000001', {
    ...{ on: '2026-06-20', reason: 'お名前の訂正', replacedBy: { ...paper, ...married, gifts } },
  });
  // Moved to this organisation by a correction: the receipt was no consent here.
  await insertPaper(db, {
    ...{ ...paper, number: '2026-000003', donorName: '別の会の方', issuedOn: '2026-07-10' },
    associateId: 'mori',
    gifts: [{ n: 4, yen: 500, receivedOn: '2026-07-01' }],
  });
  await endPaper(db, '2026-000003', { on: '2026-07-20', reason: '寄付の取り消し' });
});
beforeEach(() => emptyTables(db, 'audit_log'));

describe('the list of givers', () => {
  test('names who wished for a receipt or had one in this organisation’s name, and nobody else', async () => {
    const givers = await read<Giver[]>(`${room}/givers?${list}`);
    expect(givers.map(({ name, amountYen, ground }) => [name, amountYen, ground])).toEqual([
      ['花田 花子', 3_000, 'wished'],
      ['新姓 花子', 700, 'issued'],
    ]);
    expect(JSON.stringify(givers)).not.toMatch(/匿名|別の会の方/);
    expect(JSON.stringify(givers)).not.toContain(numberOf(1));
  });

  test('adds up to what the organisation received within its fiscal year', async () => {
    const [year, before] = await read<GiverYear[]>(`${room}/giver-years`);
    expect(year).toEqual({
      ...{
        period: '2026-04_2027-03',
        giftCount: 4,
        giftYen: 6_200,
        namedCount: 2,
        namedYen: 3_700,
      },
    });
    expect(before).toMatchObject({ period: '2025-04_2026-03', giftCount: 1, namedYen: 900 });
    const csv = linesIn((await ask(`${room}/givers.csv?${list}`)).body);
    expect(csv.at(-1)).toContain('氏名の記載に同意されていない方（2件）');
    const yen = csv.slice(1).map((line) => Number(line.split(',')[3]?.replaceAll('"', '')));
    expect(yen.reduce((sum, one) => sum + one, 0)).toBe(6_200);
  });

  test('is a PDF as well, and no file has a name in its own name or may be cached', async () => {
    const pdf = await ask(`${room}/givers.pdf?${list}`);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const csv = await ask(`${room}/givers.csv?${list}`);
    const page = await ask(`${room}/givers?${list}`);
    for (const reply of [pdf, csv, page])
      expect(reply.headers['cache-control']).toContain('no-store');
    expect(pdf.headers['content-disposition']).toBe('attachment; filename="giver-list.pdf"');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="giver-list.csv"');
  });

  test('is read by editors who have shown their second factor again, and by who issues receipts', async () => {
    const names = ['givers', 'givers.csv', 'givers.pdf'].map((part) => `${part}?${list}`);
    const copies = ['receipt-copies', 'receipt-copies.csv', 'receipt-copies.pdf'].map(
      (part) => `${part}?year=2026&basis=issued&purpose=check`,
    );
    for (const part of [...names, ...copies]) {
      expect((await ask(`${room}/${part}`, 'editor', false)).statusCode, part).toBe(403);
      expect((await ask(`${room}/${part}`, 'viewer')).statusCode, part).toBe(403);
      expect((await ask(`${room}/${part}`, 'stranger')).statusCode, part).toBe(404);
      expect((await ask(`${room}/${part}`, 'hanako')).statusCode, part).toBe(403);
      const operators = `/api/office/associates/ao/${part}`;
      expect((await ask(operators, 'warehouse')).statusCode, part).toBe(403);
      expect((await ask(operators, 'op', false)).statusCode, part).toBe(403);
      expect((await ask(operators, 'op')).statusCode, part).toBe(200);
    }
  });

  test('is there only where the law asks for it', async () => {
    const foreign = '/api/staff/associates/mori';
    expect(await read<GiverYear[]>(`${foreign}/giver-years`, 'stranger')).toEqual([]);
    for (const part of ['givers', 'givers.csv', 'givers.pdf']) {
      expect((await ask(`${foreign}/${part}?${list}`, 'stranger')).statusCode, part).toBe(403);
    }
  });

  test('leaves an entry with the purpose for every look and every file', async () => {
    for (const part of ['givers', 'givers.csv', 'givers.pdf']) await ask(`${room}/${part}?${list}`);
    expect((await ask(`${room}/givers?period=2026-04_2027-03`)).statusCode).toBe(400);
    const entries = await db
      .select()
      .from(auditLog)
      .where(like(auditLog.action, 'giver-lists.%'))
      .orderBy(auditLog.id);
    expect(entries.map(({ action, actorUid, subjectId }) => [action, actorUid, subjectId])).toEqual(
      [
        ['giver-lists.list', 'editor', 'ao'],
        ['giver-lists.export', 'editor', 'ao'],
        ['giver-lists.print', 'editor', 'ao'],
      ],
    );
    for (const { details } of entries)
      expect(details).toMatchObject({ purpose: '所轄庁への提出・提示' });
    expect(JSON.stringify(entries)).not.toMatch(/花子|見本町/);
  });

  test('is the same page by page', async () => {
    const made = Array.from({ length: 60 }, (_, index) => 100 + index);
    for (const n of made) {
      const day = `2024-05-${String((n % 9) + 1).padStart(2, '0')}`;
      await insertDonation(db, { n, uid: 'hanako', yen: n, on: day });
    }
    const path = `${room}/givers?period=2024-04_2025-03&purpose=keeping`;
    const first = await ask(path);
    const rest = await read<Giver[]>(`${path}&cursor=${first.headers['x-next-cursor']}`);
    const all = [...first.json<Giver[]>(), ...rest];
    expect(first.headers['x-total-count']).toBe('60');
    expect(all.map(({ amountYen }) => amountYen).sort()).toEqual(made);
    expect(all.map(({ receivedOn }) => receivedOn)).toEqual(
      all.map(({ receivedOn }) => receivedOn).sort(),
    );
  });
});

describe('copies of receipts', () => {
  test('have their states, and count a gift once that two papers name', async () => {
    const copies = await read<ReceiptCopy[]>(
      `${room}/receipt-copies?year=2026&basis=received&purpose=check`,
    );
    expect(copies).toMatchObject([
      {
        ...{ number: '2026-000001', state: 'replaced', endedOn: '2026-06-20' },
        ...{ reason: 'お名前の訂正', replacedBy: '2026-000002' },
      },
      { number: '2026-000002', state: 'valid', endedOn: '', donorName: '新姓 花子' },
    ]);
    // Issued on a New Year's night in Japan, still the old year in UTC.
    await db.execute(sql`alter table receipts disable trigger user`);
    await db
      .update(receipts)
      .set({ issuedAt: new Date('2027-01-01T00:30:00+09:00') })
      .where(eq(receipts.number, '2026-000002'));
    await db.execute(sql`alter table receipts enable trigger user`);
    const issued = await read<CopyYear[]>(`${room}/receipt-copy-years?basis=issued`);
    expect(issued.map(({ year, validCount }) => [year, validCount])).toEqual([
      [2027, 1],
      [2026, 0],
    ]);
    const later = await read<ReceiptCopy[]>(
      `${room}/receipt-copies?year=2027&basis=issued&purpose=check`,
    );
    expect(later.map(({ number }) => number)).toEqual(['2026-000002']);
    expect(await read<CopyYear[]>(`${room}/receipt-copy-years?basis=received`)).toEqual([
      { year: 2026, validCount: 1, validYen: 700, replacedCount: 1, voidCount: 0 },
    ]);
    const csv = linesIn(
      (await ask(`${room}/receipt-copies.csv?year=2026&basis=received&purpose=check`)).body,
    );
    const valid = csv.slice(1).map((line) => Number(line.split(',')[8]?.replaceAll('"', '')));
    expect(valid).toEqual([0, 700]);
  });

  test.skipIf(!canReadPdf)(`as a PDF state the sum of those that hold${unread}`, async () => {
    const file = join(folder, 'copies.pdf');
    const pdf = await ask(`${room}/receipt-copies.pdf?year=2026&basis=received&purpose=check`);
    await writeFile(file, pdf.rawPayload);
    const { stdout } = await run('pdftotext', ['-layout', '-enc', 'UTF-8', '-l', '1', file, '-']);
    expect(stdout).toMatch(/発行した証明書\s+2通/);
    expect(stdout).toMatch(/うち有効\s+1通\s+700円/);
  });
});
