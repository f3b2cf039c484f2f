import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import type { Profile } from '#people/accounts/account.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertImage } from '#test/factories/pledging.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const house = await testApp();
const { app, db, clock } = house;
const signIn = signedIn(house);
const draft = {
  name: 'はなこ',
  text: '服を大切に。\nよろしくお願いします。',
  birth: '1985-05-05',
  gender: 'female',
  snsAccounts: { instagram: '@hanako', facebook: 'hanako.t', twitter: '' },
};
let hanako: Record<string, string>;
let taro: Record<string, string>;

beforeAll(async () => {
  hanako = await signIn('hanako');
  taro = await signIn('taro');
  await insertAssociate(db, 'ao');
  await insertApplications(db, [application(1), application(2)]);
  const pledge = { text: '着物を送りました。', pledgedAt: clock.now, updatedAt: clock.now };
  await db.insert(pledges).values([
    { ...pledge, id: 'p1', appraisalId: numberOf(1), uid: 'hanako', state: 'published' },
    { ...pledge, id: 'p2', appraisalId: numberOf(2), uid: 'taro', state: 'hidden' },
  ]);
});

const get = (url: string, headers = {}) => app.inject({ url, headers });
const post = (payload: object, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: '/api/users/profile', payload, headers });

test('a profile is empty until it is written', async () => {
  const reply = await get('/api/users/profile', taro);
  expect(reply.json()).toEqual({
    name: '',
    text: '',
    birth: '',
    gender: 'unspecified',
    snsAccounts: { instagram: '', facebook: '', twitter: '' },
    image: '',
    bannerImage: '',
  });
});

test('a profile is stored as written, handles without their @', async () => {
  const reply = await post(draft, hanako);
  expect(reply.json()).toEqual({
    ...draft,
    snsAccounts: { instagram: 'hanako', facebook: 'hanako.t', twitter: '' },
    image: '',
    bannerImage: '',
  });
  expect((await get('/api/users/profile', hanako)).json()).toEqual(reply.json());
});

test('a profile that an earlier rule took is still shown', async () => {
  await db.update(users).set({ birth: '0001-01-01' }).where(eq(users.uid, 'hanako'));
  const shown = await get('/api/users/profile', hanako);
  expect([shown.statusCode, shown.json().birth]).toEqual([200, '0001-01-01']);
});

test('a birth can be removed again', async () => {
  expect((await post({ ...draft, birth: '' }, hanako)).json().birth).toBe('');
});

test('a stale edit is refused', async () => {
  const { etag } = (await get('/api/users/profile', hanako)).headers;
  const headers = { ...hanako, 'if-match': String(etag) };
  expect((await post(draft, headers)).statusCode).toBe(200);
  expect((await post(draft, headers)).statusCode).toBe(409);
});

test.each([
  ['a birth to come', { birth: '2030-01-01' }],
  ['a birth of the year 0', { birth: '0000-01-01' }],
  ['a birth of the year 1', { birth: '0001-01-01' }],
  ['a birth of the year 9999', { birth: '9999-12-31' }],
  ['a day that does not exist', { birth: '1985-02-30' }],
  ['another gender', { gender: 'x' }],
  [
    'an address in place of a handle',
    { snsAccounts: { ...draft.snsAccounts, twitter: 'https://x.example/a' } },
  ],
  ['a NUL in the text', { text: 'a\u0000b' }],
  ['a half letter', { text: 'a\ud800b' }],
  ['a role', { role: 'operator' }],
])('a profile with %s is refused', async (_what, changes) => {
  const reply = await post({ ...draft, ...changes }, hanako);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toMatch(/[ぁ-ん]/);
});

describe('the pictures that GET gave', () => {
  const answered = async (): Promise<Profile> => (await get('/api/users/profile', hanako)).json();
  beforeAll(async () => {
    for (const id of ['face', 'banner']) await insertImage(db, id, [480], 'hanako');
    await insertImage(db, 'other', [480], 'taro');
    await db
      .update(users)
      .set({ imageId: 'face', bannerImageId: 'banner' })
      .where(eq(users.uid, 'hanako'));
    await db.update(users).set({ imageId: 'other' }).where(eq(users.uid, 'taro'));
    return async () => {
      await db.update(users).set({ imageId: null, bannerImageId: null });
    };
  });

  test('come back with the profile, with their links and without', async () => {
    const given = await answered();
    expect(given.image).toMatch(/^\/images\/face\?e=/);
    const reply = await post({ ...given, text: '直しました。' }, hanako);
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...given, text: '直しました。' }]);
    const plain = { ...given, image: '/images/face', bannerImage: '/images/banner' };
    expect((await post(plain, hanako)).statusCode).toBe(200);
    expect(await answered()).toEqual(given);
  });

  test.each([
    ['somebody else’s picture', { image: '/images/other' }, 'image'],
    ['the banner as the picture', { image: '/images/banner' }, 'image'],
    [
      'a picture of another site',
      { bannerImage: 'https://elsewhere.example/a.jpg' },
      'bannerImage',
    ],
    ['none in place of one', { image: '' }, 'image'],
    ['a number', { image: 1 }, 'image'],
  ])(
    'are the only ones: %s is refused, and says how to change it',
    async (_what, changes, path) => {
      const before = await answered();
      const reply = await post({ ...before, text: '書き換え', ...changes }, hanako);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({
        type: 'ValidationError',
        message: expect.stringMatching(/[ぁ-ん]/),
        errors: [{ path }],
      });
      expect(await answered()).toEqual(before);
    },
  );
});

test('the author of a visible pledge has a public profile without birth and gender', async () => {
  await post(draft, hanako);
  expect((await get('/api/users/profile/hanako')).json()).toEqual({
    uid: 'hanako',
    name: 'はなこ',
    text: draft.text,
    snsAccounts: { instagram: 'hanako', facebook: 'hanako.t', twitter: '' },
    image: '',
    bannerImage: '',
    since: expect.stringMatching(/^20\d{15}$/),
  });
});

test.each([
  ['somebody whose pledge is hidden', 'taro', 404],
  ['nobody', 'nobody', 404],
  ['the visitor', '0', 404],
  ['a text that is no uid', '%00', 400],
])('%s has no public profile', async (_who, uid, status) => {
  expect((await get(`/api/users/profile/${uid}`)).statusCode).toBe(status);
});

test('an author without a name has none, and their pledge tells nothing of them', async () => {
  const pledgeOf = async () => (await get('/api/my-pledges')).json()[0];
  const own = async () => (await get('/api/users/my-pledges', hanako)).json()[0];
  await insertImage(db, 'portrait', [480], 'hanako');
  await db.update(users).set({ imageId: 'portrait' }).where(eq(users.uid, 'hanako'));
  expect((await pledgeOf()).author).toEqual({
    uid: 'hanako',
    name: 'はなこ',
    image: '/images/portrait',
  });
  for (const profileName of ['', '\u200b']) {
    await db.update(users).set({ profileName }).where(eq(users.uid, 'hanako'));
    expect((await get('/api/users/profile/hanako')).statusCode).toBe(404);
    expect((await pledgeOf()).author).toEqual({ uid: '', name: '', image: '' });
    expect((await own()).author).toMatchObject({ uid: 'hanako' });
  }
  await db.update(users).set({ profileName: 'はなこ' }).where(eq(users.uid, 'hanako'));
});

test('a visitor has no profile of their own', async () => {
  expect((await get('/api/users/profile')).statusCode).toBe(401);
});
