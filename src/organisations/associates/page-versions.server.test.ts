import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { insertChallenges, wholeContent } from '#test/factories/associates.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { pictureForm, smallPicture } from '#test/factories/pictures.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { AssociateContent } from './associate-content.ts';
import { associates } from './associate-tables.server.ts';

const house = await testApp();
const { app, db, services, clock } = house;
let operator: Record<string, string>;

const whole = wholeContent;

beforeAll(async () => {
  await insertChallenges(db);
  operator = await signedIn(house)('op', 'operator');
});
beforeEach(async () => {
  await db.delete(contentVersions);
  await db.delete(staffMemberships);
  await db.delete(associates);
  await insertAssociate(db, 'ao');
});

const page = '/api/office/associates/ao/page';
const call = (url: string, payload: object, headers = operator, etag?: string) =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...(etag !== undefined && { 'if-match': etag }) },
  });
const save = (content: AssociateContent) => call(`${page}/draft`, { content });
const publish = () => call(`${page}/publish`, {});
const send = async (headers = operator, kind = 'associate-cover', id = 'ao') => {
  const form = pictureForm(await smallPicture('png', { width: 64, height: 30 }));
  return app.inject({
    method: 'POST',
    url: `/api/upload/image/associates/${id}?kind=${kind}`,
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
};

test('what visitors read changes when a draft is published, and not before', async () => {
  expect((await save(whole)).statusCode).toBe(200);
  expect((await services.associates.find('ao'))?.name).toBe('見本の会 ao');
  expect((await publish()).json()).toMatchObject({ current: { number: 1, content: whole } });
  expect(await services.associates.find('ao')).toMatchObject({
    name: 'あおぞらの会',
    socialChallenges: ['animal', 'child'],
    foundedYear: 2001,
  });
  expect(await services.associates.texts('ao')).toMatchObject({
    description: [
      { type: 'heading', children: [{ type: 'text', text: 'はじめに' }] },
      { type: 'paragraph' },
    ],
    vision: { body: [{ type: 'paragraph', children: [{ type: 'strong' }] }] },
  });
});

test('a published page keeps what visitors need', async () => {
  await save({ ...whole, summary: '', socialChallenges: [] });
  const refused = await publish();
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors.map(({ path }: { path: string }) => path)).toEqual([
    'summary',
    'socialChallenges',
  ]);
});

test('of two people who edit a page the later one is refused, and nothing is lost', async () => {
  const first = await save(whole);
  const etag = String(first.headers.etag);
  await call(`${page}/draft`, { content: { ...whole, name: 'ひとりめ' } }, operator, etag);
  const late = { content: { ...whole, name: 'ふたりめ' } };
  expect((await call(`${page}/draft`, late, operator, etag)).statusCode).toBe(409);
  const { draft } = (await app.inject({ url: page, headers: operator })).json();
  expect(draft.content.name).toBe('ひとりめ');
});

test('an earlier version can be restored', async () => {
  await save(whole);
  await publish();
  await save({ ...whole, name: 'べつの会' });
  await publish();
  await call(`${page}/restore`, { number: 1 });
  await publish();
  expect((await services.associates.find('ao'))?.name).toBe('あおぞらの会');
});

test('a picture is seen by a link until its draft is published, and then by all; it stays for restoring', async () => {
  const { imageId, image } = (await send()).json();
  expect((await app.inject(`/images/${imageId}`)).statusCode).toBe(404);
  expect((await app.inject(image)).statusCode).toBe(200);
  await save({ ...whole, coverImageId: imageId });
  expect((await app.inject(`/images/${imageId}`)).statusCode).toBe(404);
  await publish();
  expect((await app.inject(`/images/${imageId}/480.webp`)).statusCode).toBe(200);
  await save(whole);
  await publish();
  const unused = (await send()).json();
  clock.now = new Date(clock.now.getTime() + 3 * 24 * 60 * 60 * 1000);
  await services.images.forgetUnused();
  operator = await headersOfSession(house, 'op');
  const linked = (id: string) =>
    app.inject({ url: `/api/upload/image/associates/ao/${id}`, headers: operator });
  expect((await linked(imageId)).statusCode).toBe(200);
  expect((await linked(unused.imageId)).statusCode).toBe(404);
});

test("another organisation's picture, and a person's, are refused in a draft", async () => {
  await insertAssociate(db, 'haru');
  const { imageId } = (await send(operator, 'associate-cover', 'haru')).json();
  const refused = await save({ ...whole, coverImageId: imageId });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toContain('画像が見つかりませんでした');
});

test("an organisation's editors send its pictures; viewers, others' staff and donors do not", async () => {
  await insertAssociate(db, 'haru');
  const sign = signedIn(house);
  const people = {
    editor: await sign('editor', 'staff'),
    viewer: await sign('viewer', 'staff'),
    foreign: await sign('foreign', 'staff'),
    donor: await sign('donor'),
    accountant: await sign('accountant', 'accountant'),
  };
  await db.insert(staffMemberships).values([
    { uid: 'editor', associateId: 'ao', role: 'editor' },
    { uid: 'viewer', associateId: 'ao', role: 'viewer' },
    { uid: 'foreign', associateId: 'haru', role: 'editor' },
  ]);
  const statuses: Record<string, number> = {};
  for (const [name, headers] of Object.entries(people)) {
    statuses[name] = (await send(headers)).statusCode;
  }
  expect(statuses).toEqual({ editor: 200, viewer: 403, foreign: 404, donor: 404, accountant: 404 });
  expect((await send(people.editor, 'associate-cover', 'unknown')).statusCode).toBe(404);
  expect((await app.inject({ url: page, headers: people.accountant })).statusCode).toBe(200);
  expect((await call(`${page}/publish`, {}, people.accountant)).statusCode).toBe(403);
});

test('a paused and an ended organisation keep their pages; a draft has none; a merged one is elsewhere', async () => {
  const set = (changes: object) =>
    db.update(associates).set(changes).where(eq(associates.id, 'ao'));
  const read = () => app.inject('/api/associates/ao');
  await set({ classification: 'public-interest-foundation' });
  await set({ state: 'paused', isListed: false, stateNote: '夏休みです。' });
  expect((await read()).json()).toMatchObject({
    state: 'paused',
    stateNote: '夏休みです。',
    isDeductible: true,
  });
  expect((await app.inject('/api/associates')).json()).toEqual([]);
  await set({ state: 'ended', endedOn: '2026-03-31' });
  expect((await read()).json()).toMatchObject({
    state: 'ended',
    endedOn: '2026-03-31',
    isDeductible: false,
  });
  await insertAssociate(db, 'haru');
  await set({ mergedInto: 'haru' });
  expect(await services.associates.mergedInto('ao')).toBe('haru');
  await set({ state: 'draft', mergedInto: null });
  expect((await read()).statusCode).toBe(404);
});
