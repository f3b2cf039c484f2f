import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { emptyFacts } from '#people/service-facts/service-facts.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { drawHomeLabels } from './home-labels.server.ts';

const run = promisify(execFile);
const canReadPdf = await run('pdftotext', ['-v']).then(
  () => true,
  () => false,
);
const folder = await mkdtemp(join(tmpdir(), 'tasuki-labels-'));
afterAll(() => rm(folder, { recursive: true }));

const house = await testApp();
const { app, db } = house;
const signIn = signedIn(house);
type Headers = Awaited<ReturnType<typeof signIn>>;
let donor: Headers;
let other: Headers;
let operator: Headers;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  donor = await signIn('donor-1');
  other = await signIn('donor-2');
  operator = await signIn('operator-1', 'operator');
});
beforeEach(async () => {
  await db.delete(applications);
  await db.delete(outboxMails);
  await emptyTables(db, 'attempt_budgets', 'content_versions');
});

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers });
const own = { needsKit: false, deliveryDate: '2026-11-24', deliverySlot: '14' };

async function publishFacts() {
  const by = { createdBy: 'operator-1', changedBy: 'operator-1', publishedBy: 'operator-1' };
  const at = house.clock.now;
  const content = {
    ...emptyFacts,
    warehouseAddress: '〒123-4567 見本県倉庫市1-2',
    senderName: 'たすき',
  };
  await db.insert(contentVersions).values({
    kind: 'service-facts',
    key: 'service',
    number: 1,
    state: 'published',
    content,
    ...by,
    createdAt: at,
    changedAt: at,
    publishedAt: at,
  });
}

async function asGuest(application: object = own) {
  const { email } = unknownGuest();
  const applied = await post(
    '/api/appraisal/apply',
    applyBody({ applicant: { email }, application: { ...application } }),
  );
  expect(applied.statusCode).toBe(201);
  const { appraisalId } = applied.json<{ appraisalId: string }>();
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.appraisalId, appraisalId));
  const [mail] = mails;
  const token = /&token=(\S+)/.exec(openedText(mail))?.[1] ?? '';
  return {
    proof: { appraisalId, token },
    mail: mail?.textBody ?? '',
    kinds: mails.map((m) => m.kind),
  };
}
async function asDonor(application: object = own) {
  const body = applyBody({ uid: 'donor-1', application: { ...application } });
  return (await post('/api/appraisal/apply', body, donor)).json().appraisalId as string;
}
const statusOf = async (proof: object) =>
  (await post('/api/applications/status', proof)).json<{
    needsKit: boolean;
    deliveryDate: string;
    events: { message: string }[];
  }>();

test('whoever packs a carton of their own is promised no kit, in no mail and on no page', async () => {
  const { proof, mail, kinds } = await asGuest();
  expect(kinds).toEqual(['own-carton-received']);
  expect(mail).toContain('ご自分の箱に詰め');
  expect(mail).not.toContain('箱をお送り');
  expect(mail).not.toContain('お届け希望日');
  const status = await statusOf(proof);
  expect(status).toMatchObject({ needsKit: false, deliveryDate: '', deliverySlot: '' });
  expect(status.events[0]?.message).toContain('ラベルを貼って');
});

test('without a choice of carton a donor gets a kit, as before', async () => {
  const { proof, kinds } = await asGuest({});
  expect(kinds).toEqual(['application-received']);
  expect(await statusOf(proof)).toMatchObject({ needsKit: true, deliverySlot: '12' });
});

test('a day for the kit that cannot be chosen does not hold up an own carton', async () => {
  await asGuest({ ...own, deliveryDate: '2026-11-20' });
  const [row] = await db.select().from(applications);
  expect(row).toMatchObject({ needsKit: false, deliveryDate: null, deliverySlot: '' });
});

test('an own carton is not among the kits that leave, and the kept sum says so', async () => {
  await asGuest();
  await asGuest({});
  const today = (await app.inject({ url: '/api/office/today', headers: operator })).json();
  expect(today).toMatchObject({ kits: 1, boxes: 2 });
  expect(await differences(db)).toEqual([]);
  await db.update(applications).set({ state: 'goods-received' });
  await db.update(applications).set({ state: 'applied', boxes: 3 });
  await db.update(applications).set({ needsKit: true });
  expect(await differences(db)).toEqual([]);
  const after = (await app.inject({ url: '/api/office/today', headers: operator })).json();
  expect(after).toMatchObject({ kits: 2, boxes: 6 });
});

test('its goods are noted as received without a kit, and no kit can be sent', async () => {
  const appraisalId = await asDonor();
  const step = async (name: string) =>
    (
      await post(
        '/api/office/applications/step',
        { applications: [{ appraisalId, version: 1 }], step: name },
        operator,
      )
    ).json();
  expect(await step('send-kit')).toMatchObject([{ isDone: false }]);
  expect(await step('receive-unsent')).toMatchObject([{ isDone: true, state: 'goods-received' }]);
  const kit = await asDonor({});
  const [refused] = (
    await post(
      '/api/office/applications/step',
      { applications: [{ appraisalId: kit, version: 1 }], step: 'receive-unsent' },
      operator,
    )
  ).json();
  expect(refused).toMatchObject({ isDone: false, state: 'applied' });
});

test('a correction of the address says nothing of a delivery', async () => {
  const { proof } = await asGuest();
  const correction = {
    applicantAddress: {
      zipcode: '100-0002',
      prefecture: '東京都',
      line1: 'みほん市新町',
      line2: '9-9',
      building: '',
    },
    deliveryDate: '',
    deliverySlot: '19',
  };
  const seen = { 'if-match': '"1"' };
  const status = (await post('/api/applications/correct', { ...proof, correction }, seen)).json();
  expect(status).toMatchObject({ deliverySlot: '', applicantAddress: { line2: '9-9' } });
  expect(status.events[1].message).toBe('ご住所の変更を承りました。');
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'own-carton-corrected'));
  expect(mail?.textBody).not.toContain('お届け');
});

test('its donor prints the labels, by sign-in or by the mailed link, and nobody else does', async () => {
  await publishFacts();
  const appraisalId = await asDonor();
  const mine = await post('/api/applications/label', { appraisalId }, donor);
  expect(mine.statusCode).toBe(200);
  expect(mine.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="label-${appraisalId}.pdf"`,
  });
  expect(mine.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await post('/api/applications/label', { appraisalId }, other)).statusCode).toBe(404);
  expect((await post('/api/applications/label', { appraisalId })).statusCode).toBe(404);
  const { proof } = await asGuest();
  expect((await post('/api/applications/label', proof)).statusCode).toBe(200);
  const wrong = { ...proof, token: 'x'.repeat(43) };
  expect((await post('/api/applications/label', wrong)).statusCode).toBe(404);
});

test('no label for a kit, for what has come, or to an address that nobody has given', async () => {
  const { proof } = await asGuest();
  expect((await post('/api/applications/label', proof)).statusCode).toBe(503);
  await publishFacts();
  const { proof: withKit } = await asGuest({});
  expect((await post('/api/applications/label', withKit)).statusCode).toBe(409);
  await db.update(applications).set({ state: 'goods-received' });
  expect((await post('/api/applications/label', proof)).statusCode).toBe(409);
});

test.skipIf(!canReadPdf)(
  'each carton’s label says where to, which number, and n of m',
  async () => {
    const to = { address: '〒123-4567 見本県倉庫市1-2', name: 'たすき' };
    const pdf = await drawHomeLabels({ appraisalId: 'TS-1234-ABCD', boxes: 3, to });
    const file = join(folder, 'label.pdf');
    await writeFile(file, pdf);
    const { stdout } = await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-']);
    const pages = stdout.split('\f').filter((text) => text.trim() !== '');
    expect(pages).toHaveLength(2);
    for (const text of [
      '〒123-4567 見本県倉庫市1-2',
      'たすき 行',
      'TS-1234-ABCD',
      '3箱のうち 1箱め',
    ]) {
      expect(pages[0]?.normalize('NFKC').replace(/\s+/g, ' ')).toContain(text);
    }
    expect(pages[0]).toContain('TS-1234-ABCD-2');
    expect(pages[1]).toContain('TS-1234-ABCD-3');
  },
);
