import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { numberOf, resultFile, resultLine } from '#test/factories/donating.ts';
import { identityChecks } from '#test/factories/identity-papers.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { testApp } from '#test/test-app.ts';
import { dealerEntries } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';

const house = await testApp();
const { db } = house;
const checks = await identityChecks(house);
beforeEach(async () => {
  await checks.appraised();
  // As from a file without features, with no letter yet.
  await db.execute(sql`delete from appraisal_items where appraisal_row_id in
    (select id from appraisals where appraisal_id = ${checks.id()})`);
  await db.execute(sql`delete from identity_letters where appraisal_id = ${checks.id()}`);
});

const review = () => checks.admin(`identity/${checks.id()}/review`);
const send = (what: 'items' | 'letter', body: object, version: number) =>
  checks.post(`/api/office/identity/${checks.id()}/${what}`, body, {
    ...checks.operator,
    'if-match': `"${version}"`,
  });
const coat = { name: 'コート', feature: '黒、ウール', quantity: 1, amountYen: 9_000 };
const bag = { name: 'かばん', feature: '茶、革', quantity: 2, amountYen: 3_000 };
const sent = {
  method: 'papers-and-letter',
  letterNumber: '111-22-33333-4',
  sentOn: '2026-11-17',
  deliveredOn: '',
  returnedOn: '',
};
const letters = async (state: string) =>
  (await checks.admin(`identity-letters?state=${state}`))
    .json()
    .map(({ appraisalId }: { appraisalId: string }) => appraisalId);

test('the operator sees applicant, items, letter and what is missing; that is audited', async () => {
  expect((await review()).json()).toMatchObject({
    identity: 'due',
    applicant: {
      name: '髙橋 花子',
      kana: 'たかはし はなこ',
      zipcode: '1000001',
      address: '東京都見本町',
      birth: '1980-01-02',
      occupation: '会社員',
    },
    result: { itemCount: 3, appraisedYen: 12_000 },
    items: [],
    letterVersion: 0,
    missing: ['items', 'letter'],
  });
  expect(await checks.audits('identity.review')).toHaveLength(1);
  expect((await checks.admin(`identity/${numberOf(900)}/review`)).statusCode).toBe(404);
  expect((await checks.admin(`identity/${checks.id()}/review`, checks.donor)).statusCode).toBe(403);
});

test('items are completed in the version that was seen, and must add up to the result', async () => {
  const { version } = (await review()).json();
  const short = await send('items', { items: [coat] }, version);
  expect([short.statusCode, short.json().message]).toEqual([
    400,
    '明細の合計が査定結果と一致しません（明細は1点・9,000円、査定結果は3点・12,000円）。',
  ]);
  const completed = await send('items', { items: [coat, bag] }, version);
  expect([completed.statusCode, completed.json().missing]).toEqual([200, ['letter']]);
  expect((await send('items', { items: [bag, coat] }, version)).statusCode).toBe(409);
  expect(completed.json().items).toEqual([coat, bag]);
  expect(await checks.audits('identity.items')).toMatchObject([{ details: { items: 2 } }]);
});

test('completing an item keeps its other known facts', async () => {
  await db.execute(sql`
    insert into appraisal_items (appraisal_row_id, position, name, quantity, amount_yen, category, destination)
    select id, 1, '品', 3, 12000, 'outerwear', '再販売' from appraisals where appraisal_id = ${checks.id()}`);
  const { version } = (await review()).json();
  await send('items', { items: [{ ...coat, quantity: 3, amountYen: 12_000 }] }, version);
  const stored = await db
    .select()
    .from(appraisalItems)
    .where(eq(appraisalItems.destination, '再販売'));
  expect(stored).toMatchObject([{ name: 'コート', category: 'outerwear', feature: '黒、ウール' }]);
});

test('removing a line keeps the known facts of the others', async () => {
  await db.execute(sql`
    insert into appraisal_items (appraisal_row_id, position, name, quantity, amount_yen, category, destination)
    select a.id, i.position, i.name, i.quantity, i.yen, i.category, i.destination from appraisals a,
      (values (1, '靴下', 1, 0, 'socks', '廃棄'), (2, 'コート', 1, 9000, 'outerwear', '再販売'),
        (3, 'かばん', 1, 3000, 'bags', '再利用')) as i(position, name, quantity, yen, category, destination)
    where a.appraisal_id = ${checks.id()}`);
  const { version } = (await review()).json();
  expect((await send('items', { items: [coat, bag] }, version)).statusCode).toBe(200);
  const stored = await db
    .select()
    .from(appraisalItems)
    .innerJoin(appraisals, eq(appraisals.id, appraisalItems.appraisalRowId))
    .where(eq(appraisals.appraisalId, checks.id()))
    .orderBy(appraisalItems.position);
  expect(
    stored.map(({ appraisal_items: { name, category, destination } }) => [
      name,
      category,
      destination,
    ]),
  ).toEqual([
    ['コート', 'outerwear', '再販売'],
    ['かばん', 'bags', '再利用'],
  ]);
});

test('a letter has not arrived before it did, nor come back before it left', async () => {
  const kept = async () => (await review()).json().letterVersion;
  for (const days of [
    { sentOn: '2026-11-20', deliveredOn: '2026-11-21' },
    { sentOn: '2026-11-21' },
    { sentOn: '2026-11-20', returnedOn: '2026-11-21' },
    { sentOn: '2026-11-20', returnedOn: '2026-11-19' },
    { sentOn: '', returnedOn: '2026-11-19' },
  ]) {
    const reply = await send('letter', { ...sent, ...days }, 0);
    expect([reply.statusCode, await kept()], JSON.stringify(days)).toEqual([400, 0]);
  }
  const url = `/api/office/identity/${checks.id()}/letter`;
  expect((await checks.post(url, sent, checks.operator)).statusCode).toBe(409);
  expect(await kept()).toBe(0);
});

test('a letter is sent, delivered, and then the identity can be approved with its number', async () => {
  const { version } = (await review()).json();
  await send('items', { items: [coat, bag] }, version);
  expect(await letters('to-send')).toContain(checks.id());
  expect((await send('letter', sent, 0)).json()).toMatchObject({ letterVersion: 1 });
  expect((await send('letter', sent, 0)).statusCode).toBe(409);
  expect(await letters('to-send')).not.toContain(checks.id());
  expect(await letters('sent')).toContain(checks.id());
  expect((await checks.decide('approve')).json().message).toContain('転送不要の郵便の到達');
  const delivered = { ...sent, deliveredOn: '2026-11-19' };
  expect((await send('letter', { ...delivered, sentOn: '2026-11-20' }, 1)).statusCode).toBe(400);
  expect((await send('letter', delivered, 1)).json().missing).toEqual([]);
  expect((await checks.decide('approve')).statusCode).toBe(200);
  const lines = await db
    .select()
    .from(dealerEntries)
    .where(eq(dealerEntries.appraisalId, checks.id()));
  expect(
    lines.map(({ kind, priceYen, letterNumber, letterDeliveredOn }) => [
      kind,
      priceYen,
      letterNumber,
      letterDeliveredOn,
    ]),
  ).toEqual([
    ['コート', 9_000, '111-22-33333-4', '2026-11-19'],
    ['かばん', 3_000, '111-22-33333-4', '2026-11-19'],
  ]);
  expect((await send('letter', delivered, 2)).statusCode).toBe(409);
});

test('a letter proves the address that it went to, and no other', async () => {
  const { version } = (await review()).json();
  await send('items', { items: [coat, bag] }, version);
  const delivered = { ...sent, deliveredOn: '2026-11-19' };
  const address = { zipcode: '1000001', prefecture: '東京都', line1: '見本町', line2: '1-1' };
  const move = async (building: string) => {
    const { version: seen } = (await review()).json();
    const body = { applicantAddress: { ...address, building } };
    return checks.post(
      `/api/office/applications/${checks.id()}`,
      { ...body, reason: 'お電話で', tellsDonor: true },
      { ...checks.operator, 'if-match': `"${seen}"` },
    );
  };
  expect((await move('')).statusCode).toBe(200);
  expect((await send('letter', sent, 0)).json()).toMatchObject({ formerAddress: '' });
  expect((await move('新しい家')).statusCode).toBe(200);
  // The letter arrives at the former address, where it was sent.
  expect((await send('letter', delivered, 1)).json()).toMatchObject({
    applicant: { address: '東京都見本町1-1 新しい家' },
    formerAddress: '〒1000001 東京都見本町1-1',
    missing: ['newAddress'],
  });
  const refused = await checks.decide('approve');
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('いまのご住所への郵便'),
  ]);
  // It proves the address it went to; another address needs another letter.
  await move('');
  expect((await review()).json()).toMatchObject({ formerAddress: '', missing: [] });
  await move('新しい家');
  const another = { ...sent, letterNumber: '111-22-44444-5', sentOn: '2026-11-20' };
  expect((await send('letter', another, 2)).json()).toMatchObject({
    formerAddress: '',
    missing: ['letter'],
  });
  await send('letter', { ...another, deliveredOn: '2026-11-20' }, 3);
  expect((await checks.decide('approve')).statusCode).toBe(200);
  // An approval stays.
  expect((await move('また新しい家')).statusCode).toBe(200);
  expect((await review()).json()).toMatchObject({ formerAddress: '', missing: [] });
});

test('letters without news for ten days, and returned ones, are listed', async () => {
  await send('letter', sent, 0);
  expect(await letters('silent')).not.toContain(checks.id());
  await send('letter', { ...sent, sentOn: '2026-11-10' }, 1);
  expect(await letters('silent')).toContain(checks.id());
  await send('letter', { ...sent, returnedOn: '2026-11-19' }, 2);
  expect(await letters('silent')).not.toContain(checks.id());
  expect(await letters('returned')).toContain(checks.id());
});

test('a method that needs no letter asks for none', async () => {
  const { version } = (await review()).json();
  await send('items', { items: [coat, bag] }, version);
  const chip = { ...sent, method: 'chip', letterNumber: '', sentOn: '' };
  expect((await send('letter', chip, 0)).json().missing).toEqual([]);
  expect(await letters('to-send')).not.toContain(checks.id());
});

test('labels are printed for held applications, 24 or 12 on a sheet; no other is taken', async () => {
  const labels = (appraisalIds: string[], sheet = '24') =>
    checks.post('/api/office/identity-letters/labels', { appraisalIds, sheet }, checks.operator);
  for (const sheet of ['24', '12']) {
    const pdf = await labels([checks.id()], sheet);
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  }
  expect((await labels([numberOf(900)])).statusCode).toBe(409);
  expect((await labels([checks.id()], '7')).statusCode).toBe(400);
});

test('goods that are always recorded wait for the check, and are refused without a feature, however cheap', async () => {
  await checks.arrived({ occupation: '会社員' });
  const id = checks.id();
  const upload = (feature: string, dryRun: boolean) =>
    uploadResults(
      house,
      checks.operator,
      resultFile(resultLine(0, { id, associate: '', appraised: 900 })),
      {
        dryRun,
        items: `申込番号,品目,点数,査定金額,行き先,分類,特徴\r\n${id},漫画,3,900,再販売,books,${feature}\r\n`,
      },
    );
  expect((await upload('', true)).body).toMatchObject({ held: 1 });
  await upload('', false);
  const refused = await checks.decide('approve');
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('特徴'),
  ]);
});
