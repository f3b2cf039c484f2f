import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { browser } from '#test/browser.ts';
import { auditEntriesOf } from '#test/factories/audit-entries.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { testApp } from '#test/test-app.ts';

const { app, services, db } = await testApp();
const { ensureOperator, createPerson } = services.auth;
const password = 'the password of the environment';
let email = '';
let count = 0;
beforeEach(() => {
  email = `operator${++count}@example.jp`;
});

async function tokenOf(with_: string) {
  const page = browser(app);
  await page.signIn(email, with_);
  await page.renew();
  return page;
}
const rowOf = async () => (await db.select().from(users).where(eq(users.email, email)))[0];
const roleOf = async () => (await rowOf())?.role;
const uidOf = async () => (await rowOf())?.uid ?? '';

test('the first operator comes from the environment', async () => {
  expect(await ensureOperator({ email: ` ${email.toUpperCase()} `, password })).toBe('created');
  const page = await tokenOf(password);
  expect((await page.get('/api/office/mails')).json().template).toBe('second-factor-needed');
  await giveTotp({ db }, await uidOf());
  services.auth.forget(await uidOf());
  expect((await page.get('/api/office/mails')).statusCode).toBe(200);
  // The installer vouches for the address.
  expect((await page.get('/api/auth/get-session')).json().user).toMatchObject({
    email,
    emailVerified: true,
  });
});

test('an operator who is there keeps the password of their own', async () => {
  await createPerson({ email, password: 'a password of their own', role: 'operator' });
  expect(await ensureOperator({ email, password })).toBe('present');
  expect((await browser(app).signIn(email, 'a password of their own')).statusCode).toBe(200);
});

test('whoever registered the address before does not become the operator', async () => {
  await createPerson({ email, password: "the stranger's", role: 'donor' });
  const stranger = await tokenOf("the stranger's");
  expect((await stranger.get('/api/users/account')).statusCode).toBe(200);
  expect(await ensureOperator({ email, password })).toBe('promoted');
  expect(await roleOf()).toBe('owner');
  expect((await stranger.get('/api/office/mails')).statusCode).toBe(401);
  expect(await stranger.renew()).toBeUndefined();
  expect((await browser(app).signIn(email, "the stranger's")).statusCode).toBe(400);
});

test('of two processes that start at once, one makes the operator', async () => {
  const made = await Promise.all([1, 2, 3].map(() => ensureOperator({ email, password })));
  expect(made.sort()).toEqual(['created', 'present', 'present']);
});

test('the role is in the audit log', async () => {
  await ensureOperator({ email, password });
  const [person] = await db.select().from(users).where(eq(users.email, email));
  const log = await auditEntriesOf(db, String(person?.uid));
  expect(log).toMatchObject([
    {
      action: 'role.change',
      actorUid: 'system',
      subjectType: 'user',
      details: { from: null, to: 'owner' },
    },
  ]);
});

test('the audit log says what a person was who became the operator', async () => {
  const uid = await createPerson({ email, password, role: 'donor' });
  await ensureOperator({ email, password });
  const log = await auditEntriesOf(db, uid);
  expect(log).toMatchObject([{ details: { from: 'donor', to: 'owner' } }]);
});

test('who only signed up under the address becomes the operator as well', async () => {
  await browser(app).signUp(email, "the stranger's");
  expect(await ensureOperator({ email, password })).toBe('promoted');
  const page = await tokenOf(password);
  expect((await page.get('/api/office/mails')).json().template).toBe('second-factor-needed');
});

test('a person is made with what is known of them', async () => {
  const names = {
    lastName: '髙橋',
    firstName: '花子',
    lastNameKana: 'タカハシ',
    firstNameKana: 'ハナコ',
  };
  const tel = '0312345678';
  await createPerson({ email, password, role: 'donor', names, tel });
  const [known] = await db.select().from(users).where(eq(users.email, email));
  expect(known).toMatchObject({ ...names, tel, isSample: false });
  email = `plain.${email}`;
  await createPerson({ email: ` ${email.toUpperCase()}`, password, role: 'donor', isSample: true });
  const [plain] = await db.select().from(users).where(eq(users.email, email));
  expect(plain).toMatchObject({ lastName: '', firstName: '', tel: '', isSample: true });
});

test('staff are made with the organisations they work for', async () => {
  await insertAssociate(db, 'ao');
  await createPerson({ email, password, role: 'staff', associateIds: ['ao'] });
  const page = browser(app);
  await page.signIn(email, password);
  const token = await page.renew();
  expect(await services.auth.personOf(String(token))).toMatchObject({
    kind: 'person',
    role: 'staff',
    associateIds: ['ao'],
  });
});

test('a person is not made twice', async () => {
  await createPerson({ email, password, role: 'donor' });
  await expect(createPerson({ email, password, role: 'donor' })).rejects.toMatchObject({
    refusal: { type: 'Conflict' },
  });
});
