import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { listingApplications } from '#people/messages/message-tables.server.ts';
import { insertChallenges, wholeContent } from '#test/factories/associates.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { certify } from '#test/factories/receipts.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { agreementOn } from './agreements.server.ts';
import { associates, certificationAlerts } from './associate-tables.server.ts';

// Today is 20 November 2026.
const house = await testApp();
const { app, db, services, clock } = house;
let operator: Record<string, string>;
let accountant: Record<string, string>;

beforeAll(async () => {
  await insertChallenges(db);
  operator = await signedIn(house)('op', 'operator');
  accountant = await signedIn(house)('acc', 'accountant');
});

const base = '/api/office/associates';
const post = (path: string, payload: object = {}, headers = operator) =>
  app.inject({ method: 'POST', url: path, payload, headers });
const read = async (path: string, headers = operator) =>
  (await app.inject({ url: path, headers })).json();
const create = async (name: string, id = '') => (await post(base, { name, id })).json().id;
const agreement = {
  startsOn: '2026-01-01',
  endsOn: '',
  feePercent: '12.5',
  handlingYen: 300,
  issuesLateReceipts: true,
  minimumYen: 3000,
  publishes: 'after-look',
  note: '',
};
const publishPage = async (id: string, content: object = wholeContent) => {
  await post(`${base}/${id}/page/draft`, { content });
  return post(`${base}/${id}/page/publish`);
};
const move = (id: string, from: string, to: string, more: object = {}) =>
  post(`${base}/${id}/state`, { from, to, ...more });

test('an organisation made by hand is seen by nobody until it is whole, agreed on and published', async () => {
  const id = await create('あおぞらの会', 'ao-zora');
  expect(id).toBe('ao-zora');
  expect((await app.inject('/api/associates/ao-zora')).statusCode).toBe(404);
  const refused = await move(id, 'draft', 'published');
  expect(refused.json().message).toBe(
    '公開するには、次のものが必要です：ひとことの紹介、社会課題、所在地、代表者、今日に有効な契約。',
  );
  await publishPage(id);
  expect((await app.inject('/api/associates/ao-zora')).statusCode).toBe(404);
  expect((await read(`${base}/${id}`)).missing).toEqual(['今日に有効な契約']);
  expect((await post(`${base}/${id}/agreements`, agreement)).statusCode).toBe(200);
  expect((await move(id, 'draft', 'published')).json()).toMatchObject({ state: 'published' });
  expect((await read('/api/associates')).map((one: { id: string }) => one.id)).toEqual(['ao-zora']);
});

test('an id is unique and never used again; without one it is made of the name', async () => {
  const taken = await post(base, { name: 'べつの会', id: 'ao-zora' });
  expect(taken.statusCode).toBe(409);
  expect(taken.json().errors).toMatchObject([{ path: 'id' }]);
  const gone = await create('なくなる会', 'gone');
  await db.delete(associates).where(eq(associates.id, gone));
  expect((await post(base, { name: 'あたらしい会', id: 'gone' })).statusCode).toBe(409);
  expect(await create('Cat House', '')).toBe('cat-house');
  expect(await create('Cat House', '')).toBe('cat-house-2');
  expect(await create('ねこの会')).toMatch(/^org-[0-9a-f]{8}$/);
  // An id of digits only, or one that is the path of a page, gets a prefix.
  expect(await create('360度の会')).toBe('org-360');
  expect(await create('NEWの会')).toBe('org-new');
  expect((await post(base, { name: 'だめ', id: 'new' })).statusCode).toBe(400);
});

test('one that pauses or ends keeps its page with what is said of it, takes no gifts and is not listed', async () => {
  await move('ao-zora', 'published', 'paused', { note: '夏のあいだ休みます。' });
  expect(await read('/api/associates/ao-zora')).toMatchObject({
    state: 'paused',
    stateNote: '夏のあいだ休みます。',
  });
  expect(await read('/api/associates')).toEqual([]);
  const page = await app.inject('/api/associates/ao-zora/activities');
  expect(page.statusCode).toBe(200);
  expect((await app.inject('/sitemap.xml')).body).not.toContain('ao-zora');
  expect((await move('ao-zora', 'published', 'ended')).statusCode).toBe(409);
  expect((await move('ao-zora', 'paused', 'draft')).statusCode).toBe(400);
  const tomorrow = await move('ao-zora', 'paused', 'ended', { endedOn: '2026-11-21' });
  expect(tomorrow.json().errors).toMatchObject([{ path: 'endedOn' }]);
  const ended = await move('ao-zora', 'paused', 'ended', { endedOn: '2026-10-31' });
  expect(ended.json()).toMatchObject({ state: 'ended', endedOn: '2026-10-31' });
  expect((await move('ao-zora', 'ended', 'published')).statusCode).toBe(200);
  expect(await read('/api/associates/ao-zora')).toMatchObject({ endedOn: '', stateNote: '' });
});

test('agreements are only added; the last one recorded for a day holds', async () => {
  const id = 'ao-zora';
  await post(`${base}/${id}/agreements`, {
    ...agreement,
    startsOn: '2027-01-01',
    endsOn: '2027-12-31',
    feePercent: '10',
    handlingYen: 0,
    issuesLateReceipts: false,
    publishes: 'at-once',
  });
  expect(await agreementOn(db, id, '2026-12-31')).toMatchObject({
    feeBasisPoints: 1250,
    publishes: 'after-look',
    minimumYen: 3000,
    handlingYen: 300,
    issuesLateReceipts: true,
  });
  expect(await agreementOn(db, id, '2027-06-01')).toMatchObject({
    feeBasisPoints: 1000,
    handlingYen: 0,
    issuesLateReceipts: false,
  });
  expect(await agreementOn(db, id, '2028-01-01')).toMatchObject({ feeBasisPoints: 1250 });
  expect(await agreementOn(db, id, '2025-12-31')).toBeUndefined();
  expect((await read(`${base}/${id}`)).agreements).toHaveLength(2);
  // Recorded last, although it starts earlier than that year's.
  clock.now = new Date(clock.now.getTime() + 60_000);
  await post(`${base}/${id}/agreements`, { ...agreement, startsOn: '2026-06-01', feePercent: '5' });
  expect(await agreementOn(db, id, '2027-06-01')).toMatchObject({ feeBasisPoints: 500 });
  const { agreements } = await read(`${base}/${id}`);
  expect(agreements[0].startsOn).toBe('2026-06-01');
  const odd = await post(`${base}/${id}/agreements`, { ...agreement, feePercent: '12.345' });
  expect(odd.json().errors).toMatchObject([{ path: 'feePercent' }]);
  for (const handlingYen of [-1, 100_001, 0.5, '300']) {
    const refused = await post(`${base}/${id}/agreements`, { ...agreement, handlingYen });
    expect(refused.json().errors).toMatchObject([{ path: 'handlingYen' }]);
  }
});

test('a certification is corrected by withdrawing it with a reason and recording it anew', async () => {
  await insertAssociate(db, 'hana');
  const draft = {
    number: '第1号',
    authority: '東京都',
    certifiedOn: '2024-01-01',
    expiresOn: '2028-12-31',
    hasTaxCredit: true,
  };
  const added = await post(`${base}/hana/certifications`, draft);
  expect(added.json()).toMatchObject({ isDeductible: true, certificationEndsOn: '2028-12-31' });
  await services.topics.refresh();
  expect((await services.associates.find('hana'))?.isDeductible).toBe(true);
  const overlapping = await post(`${base}/hana/certifications`, {
    ...draft,
    number: '第2号',
    certifiedOn: '2028-12-31',
    expiresOn: '2033-12-30',
  });
  expect(overlapping.statusCode).toBe(400);
  expect(overlapping.json().message).toContain('期間が重なっています');
  const [{ id }] = added.json().certifications;
  const withdrawal = { reason: '番号を間違えました' };
  const gone = await post(`${base}/hana/certifications/${id}/withdraw`, withdrawal);
  expect(gone.json()).toMatchObject({ isDeductible: false, certificationEndsOn: '' });
  expect(gone.json().certifications).toMatchObject([{ withdrawnAt: expect.any(String) }]);
  expect((await services.associates.find('hana'))?.isDeductible).toBe(false);
  expect((await services.associates.find('hana'))?.certification).toBeNull();
  expect(
    (await post(`${base}/hana/certifications`, { ...draft, number: '第3号' })).json(),
  ).toMatchObject({ isDeductible: true });
  const [audited] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'certifications.withdraw'))
    .orderBy(auditLog.id);
  expect(audited?.details).toMatchObject({ number: '第1号', reason: '番号を間違えました' });
});

test('a certification that ends switches the deduction off at midnight', async () => {
  await insertAssociate(db, 'yoru');
  await certify(db, 'yoru', '2024-01-01', '2026-11-20');
  await services.topics.refresh();
  const isDeductible = async () => (await services.associates.find('yoru'))?.isDeductible;
  clock.now = new Date('2026-11-20T23:59:59+09:00');
  expect(await isDeductible()).toBe(true);
  clock.now = new Date('2026-11-21T00:00:01+09:00');
  expect(await isDeductible()).toBe(false);
  clock.now = new Date('2026-11-20T10:00:00+09:00');
});

test('the list is narrowed by state, by alert and by words, and exported', async () => {
  await insertAssociate(db, 'kire', 'きれた会');
  await certify(db, 'kire', '2020-01-01', '2026-11-19');
  await insertAssociate(db, 'chika', 'ちかい会');
  await certify(db, 'chika', '2022-01-01', '2027-02-18');
  await insertAssociate(db, 'tooi', 'とおい会');
  await certify(db, 'tooi', '2022-01-01', '2027-02-19');
  const ids = async (query: string) =>
    (await read(`${base}?${query}`)).map((one: { id: string }) => one.id);
  expect(await ids('alert=expired')).toEqual(['kire']);
  expect(new Set(await ids('alert=ending'))).toEqual(new Set(['chika', 'yoru']));
  expect(await ids('state=draft')).toContain('cat-house');
  const found = await post(`${base}/search`, { keyword: 'ＣＡＴ house-2' });
  expect(found.json().map((one: { id: string }) => one.id)).toEqual(['cat-house-2']);
  expect(await read(`${base}/counts`)).toMatchObject({ draft: 5, waiting: 0 });
  const csv = await app.inject({ url: `${base}.csv?alert=expired`, headers: accountant });
  expect(csv.body).toContain('きれた会');
  expect((await post(base, { name: 'できない会', id: '' }, accountant)).statusCode).toBe(403);
});

test('alerts go to the operator and the editors 90, 30 and 7 days before, once each', async () => {
  await db.execute(sql`delete from associate_certifications`);
  await db.insert(associates).values({
    id: 'alert',
    name: 'きげんの会',
    summary: '',
    classification: 'approved-npo',
  });
  await certify(db, 'alert', '2022-01-01', '2027-02-18');
  await certify(db, 'hana', '2022-01-01', '2030-12-31');
  await signedIn(house)('editor', 'staff');
  await signedIn(house)('viewer', 'staff');
  await db.insert(staffMemberships).values([
    { uid: 'editor', associateId: 'alert', role: 'editor' },
    { uid: 'viewer', associateId: 'alert', role: 'viewer' },
  ]);
  const alerts = async (day: string) => {
    clock.now = new Date(`${day}T10:00:00+09:00`);
    await db.execute(sql`delete from settings where key = 'last-sweep'`);
    await services.retention.sweep();
    return db.$count(outboxMails, eq(outboxMails.kind, 'certification-ending'));
  };
  expect(await alerts('2026-11-19')).toBe(0);
  expect(await alerts('2026-11-20')).toBe(2);
  expect(await alerts('2026-12-20')).toBe(2);
  expect(await alerts('2027-01-19')).toBe(4);
  expect(await alerts('2027-02-11')).toBe(6);
  expect(await alerts('2027-02-18')).toBe(6);
  expect(await alerts('2027-02-19')).toBe(6);
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'certification-ending'));
  expect(mail?.subject).toBe('【たすき】認定の期限まで、あと90日です（きげんの会）');
  expect(await db.$count(certificationAlerts)).toBe(3);
  // Recorded with five days left, one mail each is enough; with a successor none is needed.
  clock.now = new Date('2027-02-19T10:00:00+09:00');
  await certify(db, 'yoru', '2022-01-01', '2027-02-24');
  await certify(db, 'kire', '2022-01-01', '2027-02-24');
  await certify(db, 'kire', '2027-02-25', '2032-02-24');
  expect(await alerts('2027-02-19')).toBe(7);
  clock.now = new Date('2026-11-20T10:00:00+09:00');
});

test('a listing application becomes a draft with its facts and a mail; nothing is published', async () => {
  operator = await headersOfSession(house, 'op', true);
  const at = new Date('2026-11-01T10:00:00+09:00');
  const listing = (id: string, state: string) => ({
    id,
    organisationName: 'しおかぜの家',
    classification: 'npo',
    representative: '潮風 太郎',
    prefecture: '千葉県',
    socialChallenges: ['animal'],
    personName: '潮風 花子',
    email: 'shiokaze@example.jp',
    tel: '0312345678',
    websiteUrl: 'https://shiokaze.example',
    message: '猫の家です。',
    dueAt: at,
    state,
    stateChangedAt: at,
    createdAt: at,
  });
  await db
    .insert(listingApplications)
    .values([listing('TL-1111-1111', 'in-talks'), listing('TL-2222-2222', 'declined')]);
  const made = await post('/api/office/listings/TL-1111-1111/associate');
  const { associateId } = made.json();
  expect((await post('/api/office/listings/TL-1111-1111/associate')).json()).toEqual({
    associateId,
  });
  expect(await read(`${base}/${associateId}`)).toMatchObject({
    state: 'draft',
    name: 'しおかぜの家',
    listingId: 'TL-1111-1111',
  });
  expect((await read(`${base}/${associateId}/page`)).current.content).toMatchObject({
    representative: '潮風 太郎',
    locations: ['千葉県'],
    socialChallenges: ['animal'],
    websiteUrl: 'https://shiokaze.example',
    description: '猫の家です。',
  });
  expect((await app.inject(`/api/associates/${associateId}`)).statusCode).toBe(404);
  const mails = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'listing-preparing'));
  expect(mails).toMatchObject([{ recipient: 'shiokaze@example.jp' }]);
  const [row] = await db
    .select()
    .from(listingApplications)
    .where(eq(listingApplications.id, 'TL-1111-1111'));
  // The listing application no longer waits for an answer.
  expect(row).toMatchObject({ state: 'accepted', associateId, dueAt: null });
  expect((await post('/api/office/listings/TL-2222-2222/associate')).statusCode).toBe(409);
  expect((await post('/api/office/listings/TL-3333-3333/associate')).statusCode).toBe(404);
});

test('a change that waits is listed, sent back with a reason, and published by the operator', async () => {
  await services.associatePages.save({ uid: 'editor' }, 'ao-zora', undefined, {
    ...wholeContent,
    name: 'あおぞらの家',
  });
  await services.associatePages.submit({ uid: 'editor' }, 'ao-zora', undefined);
  expect(await read(`${base}/waiting`)).toMatchObject([{ id: 'ao-zora' }]);
  expect(await read(`${base}/counts`)).toMatchObject({ waiting: 1 });
  await post(`${base}/ao-zora/page/send-back`, { note: '写真を足してください' });
  expect((await read(`${base}/ao-zora/page`)).draft).toMatchObject({
    state: 'draft',
    note: '写真を足してください',
  });
  await services.associatePages.submit({ uid: 'editor' }, 'ao-zora', undefined);
  expect((await post(`${base}/ao-zora/page/publish`)).statusCode).toBe(200);
  expect((await read('/api/associates/ao-zora')).name).toBe('あおぞらの家');
});

test('an organisation that nobody knows is not found', async () => {
  for (const path of ['', '/page', '/merge?into=ao-zora']) {
    const reply = await app.inject({ url: `${base}/nobody${path}`, headers: operator });
    expect([path, reply.statusCode]).toEqual([path, 404]);
  }
  const bodies: [string, object][] = [
    ['state', { from: 'draft', to: 'published' }],
    ['agreements', agreement],
    ['merge', { into: 'ao-zora', confirmation: '' }],
    ['page/send-back', { note: '理由' }],
    ['certifications/1/withdraw', { reason: '理由' }],
  ];
  for (const [path, body] of bodies) {
    const reply = await post(`${base}/nobody/${path}`, body);
    expect([path, reply.statusCode]).toEqual([path, path === 'page/send-back' ? 409 : 404]);
  }
});
