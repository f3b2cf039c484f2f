import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultAcceptance } from '#giving/acceptance/acceptance.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { completeFacts } from '#test/factories/service-facts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import type { SetupState } from './setup-state.ts';

const house = await testApp({ publicUrl: testOrigin });
const { app, db, clock } = house;
const signIn = signedIn(house);
type Headers = Awaited<ReturnType<typeof signIn>>;
let owner: Headers;
let operator: Headers;

beforeAll(async () => {
  owner = await signIn('owner-1', 'owner');
  operator = await signIn('operator-1', 'operator');
});
beforeEach(async () => {
  // As in an installation without sample data.
  await db.delete(settings);
  await db.delete(contentVersions);
});

const state = async (headers = owner): Promise<SetupState> =>
  (await app.inject({ url: '/api/office/setup', headers })).json();
const check = async (id: string) => (await state()).checks.find((one) => one.id === id);
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { origin: testOrigin, ...headers } });
const open = (isOpen: boolean, headers = owner) =>
  post('/api/office/setup/opening', { isOpen }, headers);

const published = (kind: string, key: string, content: object) =>
  db.insert(contentVersions).values({
    kind,
    key,
    content,
    number: 1,
    state: 'published',
    createdBy: 'owner-1',
    createdAt: clock.now,
    changedBy: 'owner-1',
    changedAt: clock.now,
    publishedBy: 'owner-1',
    publishedAt: clock.now,
  });

/** Completes everything required, as other screens would. */
async function prepare() {
  await published('service-facts', 'service', completeFacts);
  for (const key of ['terms', 'privacy', 'commerce']) await published('legal-text', key, {});
  await db
    .insert(bankAccounts)
    .values({
      id: 'own',
      bankCode: '0001',
      bankName: 'みずほ',
      branchCode: '001',
      branchName: '東京営業部',
      kind: 'ordinary',
      number: '1234567',
      holder: 'ｲﾙｲﾉﾊｼ',
      approvalId: 'a1',
      createdAt: clock.now,
    })
    .onConflictDoNothing();
  await insertAssociate(db, 'ao').catch(() => undefined);
}

test('an installation begins closed, with a list of what is missing and where it is done', async () => {
  const { isOpen, isReady, checks } = await state();
  expect({ isOpen, isReady }).toEqual({ isOpen: false, isReady: false });
  expect(checks.find(({ id }) => id === 'facts')).toMatchObject({
    isDone: false,
    isRequired: true,
    to: '/admin/settings/service',
    help: expect.stringContaining('所在地'),
  });
  // Optional checks never block the opening.
  expect(checks.filter(({ isRequired }) => !isRequired).map(({ id }) => id)).toEqual([
    'carrier',
    'licence',
    'second-person',
    'mail-server',
    'https',
  ]);
  expect(await check('owner')).toMatchObject({ isDone: true });
  expect(await check('second-person')).toMatchObject({ isDone: true });
});

test('a paying account that was entered is said to wait, for a second person or for its day', async () => {
  const asked = { kind: 'bank-account', subjectId: '', change: {}, askedBy: 'owner-1' };
  await db.insert(approvals).values({ id: 'a-1', ...asked, askedAt: clock.now });
  expect(await check('paying-account')).toMatchObject({
    isDone: false,
    help: '登録を依頼しました。もう一人の承認を待っています。',
  });
  await db.update(approvals).set({ dueAt: clock.now });
  expect((await check('paying-account'))?.help).toBe('登録を依頼しました。1日おいて反映します。');
  await db.delete(approvals);
  expect((await check('paying-account'))?.help).toContain('お一人のときは');
});

test('a draft is no published text, and what was delivered can be taken as it is by saying so', async () => {
  await published('acceptance', 'service', defaultAcceptance);
  expect(await check('acceptance')).toMatchObject({ isDone: true });
  await db
    .update(contentVersions)
    .set({ state: 'draft', publishedAt: null })
    .where(eq(contentVersions.kind, 'acceptance'));
  expect(await check('acceptance')).toMatchObject({ isDone: false, mayConfirm: true });
  expect((await post('/api/office/setup/confirm', { id: 'acceptance' }, operator)).statusCode).toBe(
    200,
  );
  expect(await check('acceptance')).toMatchObject({ isDone: true });
  for (const id of ['facts', 'nothing']) {
    expect((await post('/api/office/setup/confirm', { id }, owner)).statusCode).toBe(404);
  }
});

describe('the doors', () => {
  test('stay shut while something required is missing, which the refusal names', async () => {
    const refused = await open(true);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('運営者の名称');
    expect((await state()).isOpen).toBe(false);
  });

  test('are opened by an owner when nothing is missing, and closed again, each with its audit entry', async () => {
    await prepare();
    await post('/api/office/setup/confirm', { id: 'acceptance' }, owner);
    expect((await open(true, operator)).statusCode).toBe(403);
    expect((await open(true)).json()).toMatchObject({ isOpen: true });
    // Repeating it changes nothing.
    expect((await open(true)).json()).toMatchObject({ isOpen: true });
    expect((await open(false)).json()).toMatchObject({ isOpen: false });
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'opening.change'))
      .orderBy(auditLog.id);
    expect(entries.map(({ actorUid, details }) => [actorUid, details])).toEqual([
      ['owner-1', { from: '閉', to: '開' }],
      ['owner-1', { from: '開', to: '閉' }],
    ]);
  });
});

describe('before the opening', () => {
  const kindly = 'サービスを始める準備';

  test('nobody applies, registers or asks to be listed; whoever tries is told kindly', async () => {
    for (const [url, payload] of [
      ['/api/appraisal/apply', applyBody()],
      ['/api/auth/sign-up/email', { email: 'new@example.jp', password: 'a long password' }],
      ['/api/listing', {}],
    ] as const) {
      const refused = await post(url, payload as object);
      expect(refused.statusCode, url).toBe(409);
      expect(refused.json().message).toContain(kindly);
    }
    // Contacting the operator and signing in are always open.
    expect((await post('/api/contact', {})).json().message).not.toContain(kindly);
    expect((await post('/api/auth/sign-in/email', {})).json().message).not.toContain(kindly);
  });

  test('robots are excluded, and sitemap and feeds are empty', async () => {
    const read = async (url: string) => (await app.inject({ url })).body;
    expect(await read('/robots.txt')).toBe('User-agent: *\nDisallow: /\n');
    expect(await read('/sitemap.xml')).not.toContain('<loc>');
    expect(await read('/feed/activities.xml')).not.toContain('<item>');
    await prepare();
    await post('/api/office/setup/confirm', { id: 'acceptance' }, owner);
    await open(true);
    expect(await read('/robots.txt')).toContain('Sitemap:');
    expect(await read('/sitemap.xml')).toContain('<loc>');
  });
});

test('without the licence of a dealer goods are given to organisations, but not bought for funds', async () => {
  await prepare();
  await published('acceptance', 'service', defaultAcceptance);
  await open(true);
  const apply = (kind: 'direct' | 'fund') => post('/api/appraisal/apply', applyBody({ kind }));
  expect((await apply('fund')).statusCode).toBe(201);
  await db
    .update(contentVersions)
    .set({ content: { ...completeFacts, dealerLicence: '' } })
    .where(eq(contentVersions.kind, 'service-facts'));
  expect(await check('licence')).toMatchObject({ isDone: false });
  expect(await house.services.opening.takesFunds()).toBe(false);
  expect((await apply('direct')).statusCode).toBe(201);
  const refused = await apply('fund');
  expect(refused.statusCode).toBe(409);
  expect(refused.json().message).toContain('基金への買取寄付は、ただいま受け付けていません');
});

test('a service from before licences were asked for buys for funds, also once it was closed and opened', async () => {
  await prepare();
  await published('acceptance', 'service', defaultAcceptance);
  await db
    .update(contentVersions)
    .set({ content: { ...completeFacts, dealerLicence: '' } })
    .where(eq(contentVersions.kind, 'service-facts'));
  await db.insert(settings).values({ key: 'opening', value: { isOpen: true, isFromBefore: true } });
  const apply = () => post('/api/appraisal/apply', applyBody({ kind: 'fund' }));
  expect((await apply()).statusCode).toBe(201);
  await open(false);
  expect((await open(true)).json()).toMatchObject({ isOpen: true });
  expect((await apply()).statusCode).toBe(201);
});
