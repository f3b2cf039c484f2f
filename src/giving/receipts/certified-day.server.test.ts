import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import {
  associateCertifications,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { pictureForm, smallPicture } from '#test/factories/pictures.ts';
import { certify, insertDonation, receiptDonor } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { receipts } from './receipt-tables.server.ts';
import { drawPaper, ownPaper } from './receipts.server.ts';

// Today is 20 November 2026.
const house = await testApp();
const { app, db, services } = house;
let hanako: Record<string, string>;
let operator: Record<string, string>;
const numbers: string[] = [];

beforeAll(async () => {
  hanako = await signedIn(house)('hanako');
  operator = await signedIn(house)('op', 'operator');
  await insertAssociate(db, 'ao');
  await certify(db, 'ao', '2018-04-01', '2023-03-31');
  await certify(db, 'ao', '2023-04-01', '2026-11-18');
  await db.execute(
    `update associate_certifications set number = '第' || extract(year from certified_on) || '号'`,
  );
  numbers.push(
    await insertDonation(db, { n: 1, yen: 1_200, on: '2022-06-01', uid: 'hanako' }),
    await insertDonation(db, { n: 2, yen: 1_000, on: '2026-11-18', uid: 'hanako' }),
    await insertDonation(db, { n: 3, yen: 1_000, on: '2026-11-19', uid: 'hanako' }),
    await insertDonation(db, { n: 4, yen: 1_000, on: '2022-07-01', uid: 'hanako' }),
  );
});

const issue = (n: number) =>
  app.inject({
    method: 'POST',
    url: '/api/users/receipts',
    payload: { kind: 'donation', appraisalId: numbers[n - 1], donor: receiptDonor },
    headers: hanako,
  });
const sendSeal = async (bytes: Buffer) => {
  const form = pictureForm(bytes);
  return app.inject({
    method: 'POST',
    url: '/api/office/associates/ao/seal',
    payload: form.payload,
    headers: { ...operator, ...form.headers },
  });
};
const paperOf = async (number: string) => {
  const paper = await ownPaper(services.ctx, { uid: 'hanako' }, number);
  if (!paper) throw new Error('no paper');
  return paper;
};

test('a gift of 2022 whose receipt is made in 2026 names the certification of 2022', async () => {
  const { number } = (await issue(1)).json();
  const { stated, issuedAt } = await paperOf(number);
  expect(issuedAt).toEqual(house.clock.now);
  expect(stated.certifications.map((one) => one.number)).toEqual(['第2018号']);
});

test('a certification that ended on the day of a gift has a receipt, one of the day before has none', async () => {
  expect((await issue(2)).statusCode).toBe(200);
  const refused = await issue(3);
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toMatch(/認定/);
});

test('a withdrawn certification makes no receipt; papers that were made stay', async () => {
  const [row] = await db.select().from(receipts);
  await db
    .update(associateCertifications)
    .set({ withdrawnAt: new Date() })
    .where(eq(associateCertifications.number, '第2018号'));
  expect((await issue(4)).statusCode).toBe(409);
  expect((await paperOf(row?.number ?? '')).stated.certifications).toHaveLength(1);
  await db.update(associateCertifications).set({ withdrawnAt: null });
});

test('the paper of a year stays when its certification is withdrawn, and holds for whoever looks', async () => {
  const [single] = await db.select().from(receipts).where(eq(receipts.amountYen, 1_200));
  const replaces = [single?.number];
  const ofYear = await app.inject({
    method: 'POST',
    url: '/api/users/receipts',
    payload: { kind: 'year', year: 2022, associateId: 'ao', donor: receiptDonor, replaces },
    headers: hanako,
  });
  expect(ofYear.json()).toMatchObject({ amountYen: 2_200, state: 'valid' });
  await db
    .update(associateCertifications)
    .set({ withdrawnAt: new Date() })
    .where(eq(associateCertifications.number, '第2018号'));
  const list = await app.inject({ url: '/api/users/receipts', headers: hanako });
  expect(list.json()[0]).toMatchObject({ number: ofYear.json().number, state: 'valid' });
  expect((await paperOf(ofYear.json().number)).gifts).toHaveLength(2);
  await db.update(associates).set({ classification: 'npo' }).where(eq(associates.id, 'ao'));
  expect(await paperOf(ofYear.json().number)).toMatchObject({ amountYen: 2_200 });
  await db
    .update(associates)
    .set({ classification: 'approved-npo' })
    .where(eq(associates.id, 'ao'));
  await db.update(associateCertifications).set({ withdrawnAt: null });
});

test('the seal stands on papers made from then on, and stays on them when it is replaced', async () => {
  const jpeg = await sendSeal(await smallPicture('jpeg', { width: 100, height: 100 }));
  expect(jpeg.statusCode).toBe(400);
  const png = await smallPicture('png', { width: 100, height: 100, background: '#c0152f' });
  const first = await sendSeal(png);
  expect(first.statusCode).toBe(200);
  const seen = await app.inject(first.json().seal);
  expect(seen.headers['content-type']).toBe('image/png');
  expect((await app.inject(first.json().seal.replace(/\?.*/, ''))).statusCode).toBe(404);
  const [old] = await db.select().from(receipts).where(eq(receipts.kind, 'year'));
  expect((await paperOf(old?.number ?? '')).seal).toBeUndefined();
  await emptyTables(db, 'receipts');
  const { number } = (await issue(2)).json();
  const paper = await paperOf(number);
  expect(paper.seal).toBeDefined();
  const drawn = Buffer.from(await drawPaper(services.ctx, paper)).toString('latin1');
  expect(drawn).toContain('/Subtype /Image');
  const { seal: _, ...plain } = paper;
  const without = Buffer.from(await drawPaper(services.ctx, plain)).toString('latin1');
  expect(without).not.toContain('/Subtype /Image');
  await sendSeal(await smallPicture('png', { width: 90, height: 90, background: '#1f7a5c' }));
  expect((await paperOf(number)).stated.sealImageId).toBe(paper.stated.sealImageId);
  expect((await paperOf(number)).seal).toEqual(paper.seal);
  const removed = await app.inject({
    method: 'DELETE',
    url: '/api/office/associates/ao/seal',
    headers: operator,
  });
  expect(removed.json().seal).toBe('');
  expect((await db.select().from(associates))[0]?.sealImageId).toBeNull();
});
