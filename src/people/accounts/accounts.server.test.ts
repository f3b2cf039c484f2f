import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';
import { users } from './account-tables.server.ts';

const { app, db, clock } = await testApp();
const names = { firstName: '太郎', lastName: '山田' };
const fullNames = { ...names, firstNameKana: 'たろう', lastNameKana: 'やまだ' };
const address = {
  zipcode: '150-0001',
  prefecture: '東京都',
  line1: '渋谷区見本',
  line2: '3-4',
  building: 'みほん荘101',
};

let count = 0;
let email = '';
beforeAll(() => insertAssociate(db, 'ao'));
beforeEach(() => {
  email = `taro${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

/** A browser after sign-up, without an account yet. */
async function newcomer(of = email, remoteAddress = '127.0.0.1') {
  const page = browser(app, { remoteAddress });
  await page.signUp(of);
  await page.renew();
  return page;
}
async function registered(of = email) {
  const page = await newcomer(of);
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  return page;
}
const row = async (of = email) => (await db.select().from(users).where(eq(users.email, of)))[0];
const uidOf = async (of = email) =>
  (await db.select().from(authUsers).where(eq(authUsers.email, of)))[0]?.id ?? '';

test('a new account is empty except for its e-mail and the given names', async () => {
  const page = await registered();
  expect((await page.get('/api/users/account')).json()).toEqual({
    email,
    tel: '',
    names: { ...names, firstNameKana: '', lastNameKana: '' },
    address: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
  });
});

test('names, address and phone are changed and returned as stored', async () => {
  const page = await registered();
  await page.post('/api/users/account/names/update', fullNames);
  await page.post('/api/users/account/address/update', address);
  const reply = await page.post('/api/users/account/tel/update', { tel: '０９０-8765ー4321' });
  expect(reply.json()).toEqual({
    email,
    tel: '09087654321',
    names: fullNames,
    address: { ...address, zipcode: '1500001' },
  });
  expect((await page.get('/api/users/account')).json()).toEqual(reply.json());
});

test('an edit of what was changed meanwhile is refused', async () => {
  const page = await registered();
  const { etag = '' } = (await page.get('/api/users/account')).headers;
  const ifMatch = { 'if-match': etag };
  const first = await page.post('/api/users/account/names/update', fullNames, ifMatch);
  expect([first.statusCode, first.headers.etag]).toEqual([200, '"2"']);
  const second = await page.post('/api/users/account/tel/update', { tel: '0312345678' }, ifMatch);
  expect(second.statusCode).toBe(409);
  expect((await row())?.tel).toBe('');
});

test.each([
  ['names', { ...fullNames, role: 'operator' }],
  ['names', { ...fullNames, uid: 'somebody' }],
  ['names', names],
  ['address', { ...address, email: 'x@example.jp' }],
  ['address', { ...address, prefecture: '東京' }],
  ['tel', { tel: '0312345678', accountVersion: 9 }],
  ['tel', { tel: '12345' }],
  ['email', { email: 'x@example.jp' }],
])('an update of %s with %o is refused', async (what, body) => {
  const page = await registered();
  const before = await row();
  const reply = await page.post(`/api/users/account/${what}/update`, body);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().type).toBe('ValidationError');
  expect(await row()).toEqual(before);
});

test('the account takes the e-mail of the auth provider', async () => {
  const page = await registered();
  const uid = await uidOf();
  await db
    .update(authUsers)
    .set({ email: `new.${email}` })
    .where(eq(authUsers.id, uid));
  const reply = await page.post('/api/users/account/email/update');
  expect([reply.statusCode, reply.json().email]).toEqual([200, `new.${email}`]);
});

test('a person reads their own role', async () => {
  const page = await registered();
  const ask = async (role: string) => {
    const reply = await page.post('/api/users/check-role', { role });
    return reply.json();
  };
  expect(await ask('donor')).toEqual({ allowed: true });
  expect(await ask('operator')).toEqual({ allowed: false });
  expect((await ask('king')).type).toBe('ValidationError');
});
