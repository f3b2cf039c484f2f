import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { contentVersions, legalConsents } from '#kit/versions/version-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { publishContent } from '#test/factories/publishing.ts';
import { completeFacts } from '#test/factories/service-facts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { LegalKey } from './legal-text.ts';

const house = await testApp({ now: new Date('2026-11-23T10:00:00+09:00') });
const { app, db, clock, services } = house;
const signIn = signedIn(house);
type Headers = Record<string, string>;
let operator: Headers;
let owner: Headers;

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおぞらの会');
  operator = await signIn('operator-1', 'operator');
  owner = await signIn('owner-1', 'owner');
});
beforeEach(async () => {
  clock.now = new Date('2026-11-23T10:00:00+09:00');
  await db.delete(attemptBudgets);
  await db.delete(legalConsents);
  await db.delete(applications);
  await db.delete(contentVersions);
});

const pathOf = (key: string) => `/api/office/settings/legal/${key}`;
async function publish(key: LegalKey, body: string, holdsFrom = '') {
  const content = { title: '題', body };
  const reply = await publishContent(house, {
    path: pathOf(key),
    content,
    headers: operator,
    holdsFrom,
  });
  expect([reply.statusCode, reply.statusCode === 200 || reply.body]).toEqual([200, true]);
}
const publishFacts = () =>
  publishContent(house, {
    path: '/api/office/service-facts',
    content: completeFacts,
    headers: operator,
  });
const get = async (url: string, headers: Headers = operator) =>
  (await app.inject({ url, headers })).json();
const apply = (body: object, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: '/api/appraisal/apply', payload: body, headers });
const consents = () =>
  db.select().from(legalConsents).orderBy(legalConsents.textKind, legalConsents.version);
const textOf = async (key: LegalKey) => JSON.stringify((await services.legal.page(key))?.articles);

test('as delivered, there are terms and a policy, and nothing of 特定商取引法', async () => {
  const terms = await services.legal.page('terms');
  expect(terms).toMatchObject({
    number: 0,
    title: '利用規約',
    firstDay: '2017-09-01',
    since: '2026-11-23',
    earlier: [],
    coming: [],
  });
  expect(terms?.articles).toHaveLength(23);
  expect((await services.legal.page('privacy'))?.articles).toHaveLength(14);
  expect(await services.legal.page('commerce')).toBeUndefined();
  expect((await services.site.facts()).hasCommerce).toBe(false);
});

test('what is published is what everybody reads, its facts put in', async () => {
  await publishFacts();
  await publish('terms', '# 運営者\n\n{{operatorName}}の箱は{{maxBoxes}}箱まで。');
  expect(await textOf('terms')).toContain(`${completeFacts.name}の箱は5箱まで。`);
  await publish('commerce', '# 名称\n\n{{operatorName}}');
  expect(await services.legal.page('commerce')).toMatchObject({ isNumbered: false, number: 1 });
  expect((await services.site.facts()).hasCommerce).toBe(true);
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'legal-text.publish'))
    .orderBy(auditLog.id);
  expect(entries.map(({ subjectId }) => subjectId)).toEqual([
    'legal-text:terms',
    'legal-text:commerce',
  ]);
});

test('a fact that looks like a table or another fact is put in as it was typed', async () => {
  const facts = { ...completeFacts, name: '{{retentionTimes}}', representative: '{{address}} $&' };
  const path = '/api/office/service-facts';
  expect(
    (await publishContent(house, { path, content: facts, headers: operator })).statusCode,
  ).toBe(200);
  await publish('terms', '# 運営者\n\n{{operatorName}}\n\n{{representative}}');
  const [article] = (await services.legal.page('terms'))?.articles ?? [];
  expect(article?.parts.map(({ kind }) => kind)).toEqual(['text']);
  const text = await textOf('terms');
  expect(text).toContain('{{retentionTimes}}');
  expect(text).toContain('{{address}} $&');
});

test('a version holds from midnight of its day, and is announced and read before', async () => {
  await publish('terms', '# 新しい条\n\n新しい約束です。', '2026-12-01');
  const before = await services.legal.page('terms');
  expect(before).toMatchObject({ number: 0, coming: [{ number: 1, since: '2026-12-01' }] });
  expect((await services.legal.pageOfVersion('terms', 1))?.articles[0]?.name).toBe('新しい条');
  clock.now = new Date('2026-11-30T23:59:59+09:00');
  expect((await services.legal.page('terms'))?.number).toBe(0);
  clock.now = new Date('2026-12-01T00:00:00+09:00');
  expect(await services.legal.page('terms')).toMatchObject({
    number: 1,
    since: '2026-12-01',
    earlier: [{ number: 0, since: '2026-11-23' }],
    coming: [],
  });
  expect((await services.legal.pageOfVersion('terms', 0))?.articles).toHaveLength(23);
  expect(await services.legal.pageOfVersion('terms', 2)).toBeUndefined();
});

test('versions are sorted by day, then number: future ones the next first, past ones the last first', async () => {
  await publish('terms', '# 一', '2026-12-10');
  await publish('terms', '# 二', '2026-12-05');
  await publish('terms', '# 三', '2026-12-05');
  const numbers = (list: readonly { number: number }[] | undefined) =>
    list?.map(({ number }) => number);
  expect(numbers((await services.legal.page('terms'))?.coming)).toEqual([2, 3, 1]);
  expect(numbers((await get(pathOf('terms'))).coming)).toEqual([2, 3, 1]);
  clock.now = new Date('2026-12-05T00:00:00+09:00');
  const page = await services.legal.page('terms');
  expect([page?.number, numbers(page?.earlier), numbers(page?.coming)]).toEqual([3, [2, 0], [1]]);
  const later = await signIn('operator-3', 'operator');
  expect((await get(pathOf('terms'), later)).current.number).toBe(3);
  expect((await get('/api/acceptance', {})).termsVersion).toBe(3);
  clock.now = new Date('2026-12-10T00:00:00+09:00');
  expect((await services.legal.page('terms'))?.number).toBe(1);
  expect((await get('/api/acceptance', {})).termsVersion).toBe(1);
  expect(
    (await get('/api/office/settings/legal', await signIn('operator-4', 'operator')))[0],
  ).toMatchObject({ number: 1 });
});

test('a draft is nobody’s to read', async () => {
  await app.inject({
    method: 'POST',
    url: `${pathOf('terms')}/draft`,
    headers: operator,
    payload: { content: { title: '題', body: '# 下書き' } },
  });
  expect(await services.legal.pageOfVersion('terms', 1)).toBeUndefined();
});

test('a policy has every table, whatever its author left out', async () => {
  await publish('privacy', '# 情報\n\n{{collectedData}}');
  const page = await services.legal.page('privacy');
  expect(page?.articles.map(({ name }) => name)).toEqual(['情報', '別表']);
  expect(page?.articles[1]?.parts).toHaveLength(4);
});

test('a fact that looks like Markdown stays what it is', async () => {
  await publish('terms', '# 第3条　運営者\n\n**{{operatorName}}**');
  // Articles are numbered when shown.
  expect((await services.legal.page('terms'))?.articles[0]?.name).toBe('運営者');
});

test('unknown variables are refused at their field', async () => {
  const content = { title: '題', body: '{{operatorNme}}' };
  const reply = await publishContent(house, { path: pathOf('terms'), content, headers: operator });
  expect(reply.json().errors).toEqual([
    { path: 'content.body', message: expect.stringContaining('{{operatorNme}}') },
  ]);
});

test('an unknown text is not found, nor can one be begun', async () => {
  expect((await app.inject({ url: pathOf('rules'), headers: operator })).statusCode).toBe(404);
  const content = { title: '題', body: '本文' };
  const draft = { method: 'POST', url: `${pathOf('rules')}/draft`, headers: operator } as const;
  expect((await app.inject({ ...draft, payload: { content } })).statusCode).toBe(404);
});

test('of two who edit one text, the second is refused and overwrites nothing', async () => {
  const shown = await app.inject({ url: pathOf('terms'), headers: operator });
  const save = (headers: Headers, body: string) =>
    app.inject({
      method: 'POST',
      url: `${pathOf('terms')}/draft`,
      headers: { ...headers, 'if-match': String(shown.headers.etag) },
      payload: { content: { title: '題', body } },
    });
  expect((await save(operator, 'ひとり')).statusCode).toBe(200);
  expect((await save(owner, 'ふたり')).statusCode).toBe(409);
  expect((await get(pathOf('terms'), owner)).draft.content.body).toBe('ひとり');
});

test('an application is made under the terms of its moment, a guest’s as a donor’s', async () => {
  await publish('terms', '# 一', '2026-11-24');
  clock.now = new Date('2026-11-23T23:59:00+09:00');
  const donor = await signIn('donor-1');
  const operatorNow = await signIn('operator-2', 'operator');
  const guest = (await apply(applyBody())).json();
  clock.now = new Date('2026-11-24T00:00:00+09:00');
  const member = (await apply(applyBody({ uid: 'donor-1' }), donor)).json();
  const [first, second, ...terms] = await consents();
  expect([first, second]).toMatchObject([
    { subjectType: 'application', textKind: 'privacy', version: 0 },
    { subjectType: 'application', textKind: 'privacy', version: 0 },
  ]);
  expect(terms).toMatchObject([
    { subjectId: guest.appraisalId, textKind: 'terms', version: 0, act: 'agreed' },
    { subjectId: member.appraisalId, textKind: 'terms', version: 1, act: 'agreed' },
  ]);
  const detail = await get(`/api/office/applications/${member.appraisalId}`, operatorNow);
  expect(detail.termsVersion).toBe(1);
  expect(await get(`${pathOf('terms')}/consents`, operatorNow)).toEqual([
    { version: 1, members: 0, applications: 1, told: 0 },
    { version: 0, members: 0, applications: 1, told: 0 },
  ]);
});

test('a form opened under earlier terms says so before it is sent', async () => {
  const { termsVersion } = await get('/api/acceptance', {});
  expect(termsVersion).toBe(0);
  await publish('terms', '# 一');
  const body = applyBody();
  const reply = await apply({ ...body, termsVersion });
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('利用規約が新しくなりました'),
  ]);
  expect(await db.select().from(applications)).toEqual([]);
  expect(await consents()).toEqual([]);
  expect((await apply({ ...body, termsVersion: 1 })).statusCode).toBe(201);
});

test('who registers agrees to what holds', async () => {
  await publish('privacy', '# 一');
  const page = browser(app, {});
  await page.signUp('taro@example.jp');
  await page.renew();
  expect((await page.post('/api/users', { firstName: '太郎', lastName: '山田' })).statusCode).toBe(
    201,
  );
  expect(await consents()).toMatchObject([
    { subjectType: 'user', textKind: 'privacy', version: 1 },
    { subjectType: 'user', textKind: 'terms', version: 0 },
  ]);
});

test('a donor is told of new terms once, on their own page, from their day on', async () => {
  await publish('terms', '# 一', '2026-11-24');
  clock.now = new Date('2026-11-23T23:59:00+09:00');
  const donor = await signIn('donor-2');
  const notice = async () => (await get('/api/users/legal-notice', donor)).notice;
  expect(await notice()).toBeNull();
  clock.now = new Date('2026-11-24T00:00:00+09:00');
  expect(await notice()).toEqual({ version: 1, since: '2026-11-24' });
  const seen = (version: number) =>
    app.inject({
      method: 'POST',
      url: '/api/users/legal-notice/seen',
      headers: donor,
      payload: { version },
    });
  // A version that is not in force is ignored.
  await seen(7);
  expect(await notice()).not.toBeNull();
  expect((await seen(1)).statusCode).toBe(200);
  expect(await notice()).toBeNull();
  expect(await consents()).toMatchObject([{ subjectId: 'donor-2', act: 'told', version: 1 }]);
});

test('a donor who applied under the new terms needs no notice', async () => {
  await publish('terms', '# 一');
  const donor = await signIn('donor-3');
  const notice = async () => (await get('/api/users/legal-notice', donor)).notice;
  expect(await notice()).toMatchObject({ version: 1 });
  expect((await apply(applyBody({ uid: 'donor-3' }), donor)).statusCode).toBe(201);
  expect(await notice()).toBeNull();
});

test('what is cached is made anew once something is published', async () => {
  await services.topics.start();
  try {
    expect((await services.legal.page('terms'))?.number).toBe(0);
    await publish('terms', '# 一');
    expect((await services.legal.page('terms'))?.number).toBe(1);
    expect((await currentOffer(services.ctx)).termsVersion).toBe(1);
  } finally {
    await services.topics.stop();
  }
});

test('the list says what holds, what is coming and what is being written', async () => {
  await publish('terms', '# 一', '2026-12-01');
  expect(await get('/api/office/settings/legal')).toEqual([
    {
      key: 'terms',
      title: '利用規約',
      number: 0,
      since: '',
      hasDraft: false,
      comingFrom: '2026-12-01',
    },
    expect.objectContaining({ key: 'privacy', number: 0 }),
    expect.objectContaining({ key: 'commerce', number: 0 }),
  ]);
});

test('what is written is shown with its facts before it is published', async () => {
  await publishFacts();
  const reply = await app.inject({
    method: 'POST',
    url: '/api/office/settings/legal/preview',
    headers: operator,
    payload: { markdown: '{{email}}へ' },
  });
  expect(reply.json().blocks[0].children).toEqual([
    { type: 'text', text: `${completeFacts.email}へ` },
  ]);
});
