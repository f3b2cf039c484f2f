import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { pictureForm, smallPicture } from '#test/factories/pictures.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BoxException, ListedException } from './box-exception.ts';
import type { Scan } from './scan.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const signIn = signedIn(house);
const start = new Date('2026-11-20T10:00:00+09:00');
type Headers = Awaited<ReturnType<typeof signIn>>;
let people: Record<'asahi' | 'beni' | 'money', Headers>;

await insertAssociate(db, 'ao', 'あおぞらの会');

beforeEach(async () => {
  clock.now = start;
  await db.delete(authUsers);
  await emptyTables(db, 'applications', 'scans', 'box_exceptions');
  people = {
    asahi: await signIn('asahi', 'warehouse'),
    beni: await signIn('beni', 'operator'),
    money: await signIn('money', 'accountant'),
  };
  await insertApplications(db, [application(1, { state: 'cancelled' })]);
});

const nextDay = () => pass(25 * 60 * 60 * 1000);
/** Moves the clock and renews the tokens, which live five minutes. */
async function pass(ms: number) {
  clock.now = new Date(start.getTime() + ms);
  for (const uid of ['asahi', 'beni'] as const) {
    people[uid] = await headersOfSession(house, uid, true);
  }
}
const shelf = '/api/office/intake/exceptions';
const content = (changes: object = {}) => ({
  kind: 'no-number',
  appraisalId: '',
  place: '棚A-3',
  reason: '送り状がはがれています',
  imageIds: [] as string[],
  ownerUid: 'beni',
  dueOn: '2026-11-23',
  ending: '',
  endingNote: '',
  ...changes,
});
const add = (
  changes: object = {},
  { scanId = null as string | null, by = people.asahi, key = randomUUID() } = {},
) =>
  app.inject({
    method: 'POST',
    url: shelf,
    headers: { ...by, 'idempotency-key': key },
    payload: { scanId, exception: content(changes) },
  });
const edit = (id: string, version: number, changes: object, by = people.asahi) =>
  app.inject({
    method: 'POST',
    url: `${shelf}/${id}`,
    headers: { ...by, 'if-match': `"${version}"` },
    payload: { ...content(changes), endingReason: '', ...changes },
  });
const list = async (query = '', by = people.asahi) =>
  (await app.inject({ url: `${shelf}${query}`, headers: by })).json<ListedException[]>();
async function sendPicture(): Promise<string> {
  const form = await pictureForm(await smallPicture());
  const sent = await app.inject({
    method: 'POST',
    url: '/api/upload/image/exceptions?kind=box-exception',
    ...form,
    headers: { ...people.asahi, ...form.headers },
  });
  return sent.json<{ imageId: string }>().imageId;
}
const places = async (query = '', by = people.asahi) =>
  (await list(query, by)).map(({ place }) => place);

test('a box is put on the shelf with its place, reason, colleague, day and pictures', async () => {
  const imageId = await sendPicture();
  const added = (await add({ imageIds: [imageId] })).json<BoxException>();
  expect(added).toMatchObject({
    kind: 'no-number',
    place: '棚A-3',
    owner: { uid: 'beni', name: 'beni@tasuki.example' },
    dueOn: '2026-11-23',
    isOverdue: false,
    ending: '',
    createdByName: 'asahi@tasuki.example',
    version: 1,
  });
  const [picture] = added.pictures;
  expect((await app.inject({ url: picture?.image ?? '' })).statusCode).toBe(200);
  expect((await app.inject({ url: `/images/${imageId}` })).statusCode).toBe(404);
  await nextDay();
  await services.images.forgetUnused();
  const link = { url: `/api/upload/image/exceptions/${imageId}`, headers: people.asahi };
  expect((await app.inject(link)).statusCode).toBe(200);
});

test('a picture that no exception shows goes after a day', async () => {
  const imageId = await sendPicture();
  await nextDay();
  await services.images.forgetUnused();
  const path = `/api/upload/image/exceptions/${imageId}`;
  expect((await app.inject({ url: path, headers: people.asahi })).statusCode).toBe(404);
});

test('a scan gets one exception, with its number, and refers to it', async () => {
  const sent = { id: randomUUID(), code: numberOf(1), scannedAt: toTimestamp(start) };
  const scan = () =>
    app.inject({
      method: 'POST',
      url: '/api/office/intake/scans',
      headers: people.asahi,
      payload: { scans: [sent] },
    });
  await scan();
  const ofScan = { scanId: sent.id, key: randomUUID() };
  const changes = { kind: 'cancelled', appraisalId: numberOf(1) };
  const added = (await add(changes, ofScan)).json<BoxException>();
  expect(added).toMatchObject({ code: numberOf(1), donorName: '髙橋 花子' });
  // A retry after a lost response.
  expect((await add(changes, ofScan)).json()).toEqual(added);
  expect((await add(changes, { scanId: sent.id })).statusCode).toBe(409);
  expect((await scan()).json<Scan[]>()[0]?.exceptionId).toBe(added.id);
  expect((await add(changes, { scanId: randomUUID() })).statusCode).toBe(404);
});

test('what does not exist is refused at its field', async () => {
  const pathsOf = async (changes: object) =>
    (await add(changes)).json<{ errors: { path: string }[] }>().errors.map(({ path }) => path);
  expect(await pathsOf({ appraisalId: numberOf(9) })).toEqual(['appraisalId']);
  expect(await pathsOf({ ownerUid: 'money' })).toEqual(['ownerUid']);
  expect(await pathsOf({ imageIds: [randomUUID()] })).toEqual(['imageIds']);
  expect(await pathsOf({ ending: 'other' })).toEqual(['exception.endingNote']);
  expect((await add({}, { by: people.money })).statusCode).toBe(403);
});

test('what is open stands first, the first due before all, and can be narrowed', async () => {
  const added = async (changes: object) => (await add(changes)).json<BoxException>();
  const ended = await added({ place: '終わり', dueOn: '2026-11-10' });
  await edit(ended.id, 1, { place: '終わり', ending: 'returned' });
  await added({ place: 'あと', dueOn: '2026-11-25' });
  await added({ place: '遅れ', dueOn: '2026-11-19', ownerUid: 'asahi' });
  await added({ place: '今日', dueOn: '2026-11-20' });
  expect(await places()).toEqual(['遅れ', '今日', 'あと', '終わり']);
  expect(await places('?filter=open')).toEqual(['遅れ', '今日', 'あと']);
  expect(await places('?filter=overdue')).toEqual(['遅れ']);
  const overdue = (await list()).filter(({ isOverdue }) => isOverdue);
  expect(overdue.map(({ place }) => place)).toEqual(['遅れ']);
  expect(await places('?filter=mine')).toEqual(['遅れ']);
  expect(await places('?filter=mine', people.beni)).toEqual(['今日', 'あと']);
  expect(await places('?filter=ended')).toEqual(['終わり']);
  const counts = await app.inject({ url: '/api/office/menu-counts', headers: people.asahi });
  expect(counts.json().exceptions).toEqual({ open: 3, overdue: 1 });
});

test('pages of the shelf follow one another without a gap', async () => {
  for (let n = 0; n < 25; n += 1) {
    await add({ place: `棚${n}`, dueOn: `2026-11-${10 + (n % 3)}` });
  }
  const first = await app.inject({ url: shelf, headers: people.asahi });
  const cursor = String(first.headers['x-next-cursor']);
  const next = await list(`?cursor=${encodeURIComponent(cursor)}`);
  const ids = [...first.json<ListedException[]>(), ...next].map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([25, 25]);
});

test('how it ended is noted with who and when, and can be opened again', async () => {
  const { id } = (await add()).json<BoxException>();
  await nextDay();
  const ended = await edit(id, 1, { ending: 'other', endingNote: '警察に届けました' }, people.beni);
  expect(ended.json()).toMatchObject({
    ending: 'other',
    endingNote: '警察に届けました',
    ended: { at: toTimestamp(clock.now), byName: 'beni@tasuki.example' },
    version: 2,
  });
  expect((await edit(id, 2, {})).json()).toMatchObject({ ending: '', ended: null, version: 3 });
});

test('what ended longer ago is opened again, or ends otherwise, with a reason that is noted', async () => {
  const { id } = (await add()).json<BoxException>();
  await edit(id, 1, { ending: 'returned' });
  // Within ten minutes it is corrected without a reason.
  await pass(10 * 60_000);
  expect((await edit(id, 2, { ending: 'discarded' })).statusCode).toBe(200);
  expect((await edit(id, 3, { ending: 'returned' })).statusCode).toBe(200);
  await nextDay();
  // Other fields can be edited without a reason.
  expect((await edit(id, 4, { ending: 'returned', place: '棚B' })).statusCode).toBe(200);
  for (const ending of ['', 'discarded']) {
    const refused = await edit(id, 5, { ending });
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ errors: [{ path: 'endingReason' }] });
  }
  const opened = await edit(id, 5, { endingReason: '別の箱でした' });
  expect(opened.json()).toMatchObject({ ending: '', ended: null, version: 6 });
  const noted = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id);
  expect(noted.at(-1)?.details).toEqual({ from: 'returned', to: '', reason: '別の箱でした' });
});

test('of two with the same exception open, the second overwrites nothing and reads who was first', async () => {
  const { id } = (await add()).json<BoxException>();
  expect((await edit(id, 1, { place: '棚B-1' }, people.beni)).statusCode).toBe(200);
  expect((await edit(id, 1, { place: '棚C-1' })).statusCode).toBe(409);
  const now = await app.inject({ url: `${shelf}/${id}`, headers: people.asahi });
  expect(now.json()).toMatchObject({ place: '棚B-1', changedByName: 'beni@tasuki.example' });
  expect(now.headers.etag).toBe('"2"');
});

test('a picture that was not sent for an exception is refused beside one that was', async () => {
  const imageId = await sendPicture();
  const refused = await add({ imageIds: [imageId, randomUUID()] });
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'imageIds']);
  expect((await add({ imageIds: [imageId] })).statusCode).toBe(201);
});

test('those who may see to an exception are who may receive boxes', async () => {
  const answer = await app.inject({ url: '/api/office/intake/colleagues', headers: people.asahi });
  expect(answer.json<{ uid: string }[]>().map(({ uid }) => uid)).toEqual(['asahi', 'beni']);
});
