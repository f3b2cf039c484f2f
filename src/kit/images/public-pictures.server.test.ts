import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { insertAssociate, numberOf } from '#test/factories/donating.ts';
import { pictureForm, smallPicture } from '#test/factories/pictures.ts';
import { insertImage, insertPledge } from '#test/factories/pledging.ts';
import { insertDonation } from '#test/factories/receipts.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { images } from './image-tables.server.ts';

const house = await testApp();
const { app, db, files, clock } = house;
const signIn = signedIn(house);
const operator = await signIn('op', 'operator');
const hanako = await signIn('hanako');
const taro = await signIn('taro');
await insertAssociate(db, 'ao', 'あおぞらの会');
await insertDonation(db, { n: 1, uid: 'hanako', yen: 1_200, on: '2026-11-01' });
type Headers = Record<string, string>;
const began = clock.now;

beforeEach(async () => {
  clock.now = began;
  await db.delete(pledges);
  await db.update(users).set({ imageId: null, bannerImageId: null });
  await db.delete(images);
  for (const id of ['coat', 'face', 'banner']) {
    await insertImage(db, id, [480, 960], 'hanako');
    for (const width of [480, 960]) await files.write(imageFile(id, width), Buffer.from(id));
  }
  await insertPledge(db, { id: 'p', appraisalId: numberOf(1), uid: 'hanako' }, ['coat']);
});

const setState = (state: string) =>
  db
    .update(pledges)
    .set({ state, ...(state === 'withheld' && { withheldAt: began, withheldReason: 'お顔' }) });
const get = (url: string, headers: Headers = {}) => app.inject({ url, headers });
const read = async (url: string, headers: Headers) => (await get(url, headers)).json();
const statusOf = async (url: string) => (await get(url)).statusCode;
/** URL of a picture in one of its sizes, with its proof. */
const at = (path: string, file: string) => path.replace('?', `/${file}?`);
const sizes = ['/images/coat', '/images/coat/480', '/images/coat/960.webp'];

describe.each(['draft', 'hidden', 'withheld', 'removed'])('of a pledge that is %s', (state) => {
  beforeEach(() => setState(state));

  test('no picture is seen by its plain address, whoever asks, in no size and no preview', async () => {
    for (const url of [...sizes, '/og/my-pledge/p.png']) {
      for (const headers of [{}, hanako, operator]) {
        const reply = await get(url, headers);
        expect([url, reply.statusCode]).toEqual([url, 404]);
        expect(reply.headers['cache-control']).toBe('no-store');
      }
    }
  });
});

test('a picture is public with its pledge, and not cached for longer than it can be taken back', async () => {
  for (const url of sizes) {
    const reply = await get(url);
    expect([reply.statusCode, reply.body]).toEqual([200, 'coat']);
    expect(reply.headers['cache-control']).toBe('public, max-age=3600, s-maxage=300');
  }
  const { headers } = await get('/og/my-pledge/p.png');
  expect(headers['cache-control']).not.toContain('max-age=86400');
});

test('a cached picture is revalidated without its bytes, and refused once it is withdrawn', async () => {
  const { headers } = await get('/images/coat/480.webp');
  const again = () => get('/images/coat/480.webp', { 'if-none-match': String(headers.etag) });
  const unchanged = await again();
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
  expect((await get('/images/coat/960.webp', { 'if-none-match': String(headers.etag) })).body).toBe(
    'coat',
  );
  await setState('hidden');
  expect((await again()).statusCode).toBe(404);
});

test('the author of a hidden pledge sees its pictures by links of their own, for some hours', async () => {
  await setState('hidden');
  await db.update(users).set({ imageId: 'face' }).where(eq(users.uid, 'hanako'));
  const [listed] = await read('/api/users/my-pledges', hanako);
  const one = await read('/api/users/my-pledges/p', hanako);
  expect(listed.items[0].image).toBe(one.items[0].image);
  for (const { items, author } of [listed, one]) {
    for (const url of [items[0].image, at(items[0].image, '480'), at(author.image, '960.webp')]) {
      const reply = await get(url);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['cache-control']).toBe('private, max-age=3600');
    }
  }
  const link: string = one.items[0].image;
  expect(await statusOf(link.replace('coat', 'face'))).toBe(404);
  expect(await statusOf(link.replace(/e=\d+/, (e) => `${e}0`))).toBe(404);
  expect(await statusOf(link.replace(/s=./, 's=_'))).toBe(404);
  for (const proof of ['', '?e=&s=', '?e=9999999999', '?e=9999999999&s=x&s=y']) {
    expect(await statusOf(`/images/coat${proof}`)).toBe(404);
  }
  clock.now = new Date(began.getTime() + 3 * 60 * 60 * 1000 + 1);
  expect(await statusOf(link)).toBe(404);
});

test('operators see the pictures of pledges they moderate, withheld or not; links to public ones have no proof', async () => {
  const post = (url: string, payload: object, headers: Headers = operator) =>
    app.inject({ method: 'POST', url, payload, headers });
  await post('/api/my-pledges/p/report', { reason: '他人の写真です。' }, {});
  const [shown] = (await get('/api/my-pledges')).json();
  expect(shown.items[0].image).toBe('/images/coat');
  const withheld = await post('/api/office/pledges/p/withhold', { reason: 'お顔' });
  const [report] = await read('/api/office/pledge-reports', operator);
  const marked = await post(`/api/office/pledge-reports/${report.id}`, { isHandled: true });
  for (const pledge of [withheld.json(), report.pledge, marked.json().pledge]) {
    expect(await statusOf(at(pledge.items[0].image, '480'))).toBe(200);
  }
  const lifted = await post('/api/office/pledges/p/lift', { state: 'published' });
  expect(lifted.json().items[0].image).toContain('?e=');
});

test('the pictures of a profile are public while a pledge of the person is', async () => {
  await db
    .update(users)
    .set({ profileName: 'はなこ', imageId: 'face', bannerImageId: 'banner' })
    .where(eq(users.uid, 'hanako'));
  const both = ['/images/face/480', '/images/banner/960.webp'];
  const statuses = () => Promise.all(both.map(statusOf));
  expect(await statuses()).toEqual([200, 200]);
  // Authors without a name are anonymous, and a picture would identify them.
  await db.update(users).set({ profileName: '' });
  expect(await statuses()).toEqual([404, 404]);
  await db.update(users).set({ profileName: 'はなこ' });
  await setState('hidden');
  expect(await statuses()).toEqual([404, 404]);
  const profile = await read('/api/users/profile', hanako);
  expect(await statusOf(at(profile.image, '480'))).toBe(200);
  expect(await statusOf(at(profile.bannerImage, '960'))).toBe(200);
});

test('a picture that was sent is its owner’s alone until something public shows it', async () => {
  const form = pictureForm(await smallPicture('jpeg', { width: 120, height: 120 }));
  const sent = await app.inject({
    method: 'POST',
    url: '/api/upload/image/users/profile',
    payload: form.payload,
    headers: { ...taro, ...form.headers },
  });
  const { image } = sent.json();
  expect(await statusOf(image.split('?')[0])).toBe(404);
  expect(await statusOf(at(image, '96'))).toBe(200);
});

test('a picture without owner and pledge belongs to an organisation and is public', async () => {
  await insertImage(db, 'garden');
  await files.write(imageFile('garden', 480), Buffer.from('garden'));
  expect(await statusOf('/images/garden/480')).toBe(200);
});
