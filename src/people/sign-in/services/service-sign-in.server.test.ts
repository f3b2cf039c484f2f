import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { auditEntriesOf } from '#test/factories/audit-entries.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { codeOf } from '#test/factories/totp.ts';
import { serviceApp } from '#test/service-app.ts';
import { testApp } from '#test/test-app.ts';

const {
  app,
  db,
  services,
  clock,
  service,
  names,
  newPerson,
  member,
  signInThere,
  registered,
  person,
  linkedTo,
  isIn,
} = await serviceApp();
let sub = '';
let email = '';
beforeEach(async () => {
  ({ sub, email } = await newPerson());
});

test('a first sign-in leads to the registration, with what the service says of the person', async () => {
  const page = browser(app);
  expect(await signInThere(page, sub, { back: '/mypage/edit' })).toBe(
    '/join?back=%2Fmypage%2Fedit#service=newcomer',
  );
  expect(await person(email)).toBeUndefined();
  expect((await page.get('/api/auth/service/newcomer')).json()).toEqual({
    service: { id: 'test', name: 'テストID' },
    email,
    firstName: '花子',
    lastName: '髙橋',
  });
  const made = await page.post('/api/auth/sign-up/service', { email });
  expect(made.json()).toMatchObject({ user: { email, emailVerified: true }, twoFactor: false });
  await page.renew();
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  expect((await page.get('/api/users/account')).json()).toMatchObject({ email, names });
  expect((await page.get('/api/users/sign-in-methods')).json()).toEqual({
    hasPassword: false,
    services: [{ id: 'test', name: 'テストID', isOffered: true }],
    linkable: [{ id: 'other', name: 'テストID' }],
    isProven: false,
    hasTwoFactor: false,
    emailVerified: true,
    pendingEmail: null,
  });
  const mails = await db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
  expect(mails.map(({ kind }) => kind)).toEqual(['welcome']);
  expect((await page.get('/api/auth/service/newcomer')).json()).toBeNull();
});

test('of what a service says of a person, texts are taken, and names up to fifty letters', async () => {
  service.people.set(sub, {
    email: email.toUpperCase(),
    email_verified: true,
    family_name: `　${'髙'.repeat(51)}`,
    given_name: ` ${'花'.repeat(51)} `,
  });
  const page = browser(app);
  await signInThere(page, sub);
  const newcomer = async () => (await page.get('/api/auth/service/newcomer')).json();
  expect(await newcomer()).toMatchObject({
    email,
    firstName: '花'.repeat(50),
    lastName: '髙'.repeat(50),
  });
  service.people.set(sub, { given_name: 42 as never });
  await signInThere(page, sub);
  expect(await newcomer()).toMatchObject({ email: '', firstName: '', lastName: '' });
});

test('the next sign-in opens the account, in the place of the session before', async () => {
  const page = await registered({ sub, email });
  const before = page.jar.get('tasuki.session');
  expect(await signInThere(page, sub, { back: '/mypage/edit' })).toBe(
    '/login?back=%2Fmypage%2Fedit#service=signed-in',
  );
  expect(page.jar.get('tasuki.session')).not.toBe(before);
  expect(page.jar.has('tasuki.service')).toBe(false);
  expect(await isIn(page)).toBe(true);
  expect((await page.get('/api/users/account')).json()).toMatchObject({ email });
  const old = browser(app);
  old.jar.set('tasuki.session', before ?? '');
  expect(await isIn(old)).toBe(false);
});

test('a registration that fails is taken back, and can be tried again', async () => {
  const page = browser(app);
  await signInThere(page, sub);
  await page.post('/api/auth/sign-up/service', { email });
  await page.renew();
  expect((await page.post('/api/auth/delete-user')).statusCode).toBe(200);
  expect(await person(email)).toBeUndefined();
  page.carry(undefined);
  expect((await page.post('/api/auth/sign-up/service', { email })).statusCode).toBe(200);
});

test('a registration is begun once for one identity at a service, and only by who was there', async () => {
  const [page, elsewhere] = [browser(app), browser(app)];
  await signInThere(page, sub);
  await signInThere(elsewhere, sub);
  expect((await page.post('/api/auth/sign-up/service', { email })).statusCode).toBe(200);
  expect((await elsewhere.get('/api/auth/service/newcomer')).json()).toBeNull();
  const twice = await elsewhere.post('/api/auth/sign-up/service', { email: `b.${email}` });
  expect([twice.statusCode, twice.json().message]).toEqual([
    409,
    expect.stringContaining('すでに始まっています'),
  ]);
  expect(await person(`b.${email}`)).toBeUndefined();
  const nobody = await browser(app).post('/api/auth/sign-up/service', { email: `c.${email}` });
  expect([nobody.statusCode, nobody.json().message]).toEqual([
    410,
    expect.stringContaining('時間が切れました'),
  ]);
});

test('a registration by a service ends at once what was open in its browser before', async () => {
  const { page } = await member(`before.${email}`);
  const copy = browser(app);
  copy.carry(await page.renew());
  const status = async () => (await copy.get('/api/users/account')).statusCode;
  expect(await status()).toBe(200);
  await signInThere(page, sub);
  expect((await page.post('/api/auth/sign-up/service', { email })).statusCode).toBe(200);
  expect(await status()).toBe(401);
});

test('where the site is public, a service opens no sample account', async () => {
  const published = await testApp({
    now: new Date(),
    allowSampleSignIns: false,
    oidcProviders: [service.setting],
  });
  const sample = { email, password: 'a long password', role: 'donor', isSample: true } as const;
  const uid = await published.services.auth.createPerson(sample);
  await published.db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
  const page = browser(published.app);
  expect(await signInThere(page, sub)).toBe('/login#service=failed');
  expect(await isIn(page)).toBe(false);
});

test('a registration that broke off is finished by the next sign-in', async () => {
  const page = browser(app);
  await signInThere(page, sub);
  await page.post('/api/auth/sign-up/service', { email });
  const again = await browser(app);
  expect(await signInThere(again, sub)).toBe('/login#service=signed-in');
  expect(await isIn(again)).toBe(true);
  expect((await again.get('/api/users/account')).statusCode).toBe(200);
});

test('an e-mail that is not the one that the service has proven is not proven', async () => {
  await registered({ sub, email: `other.${email}` });
  expect((await person(`other.${email}`))?.emailVerified).toBe(false);
  const unproven = { email: `un.${email}`, email_verified: false };
  service.people.set(sub, unproven);
  sub = `${sub}-b`;
  service.people.set(sub, unproven);
  await registered({ sub, email: unproven.email });
  expect((await person(unproven.email))?.emailVerified).toBe(false);
});

test('a registered e-mail is refused to a newcomer, and nothing is made', async () => {
  await services.auth.createPerson({
    email: `taken.${email}`,
    password: 'a long password',
    role: 'donor',
  });
  const page = browser(app);
  await signInThere(page, sub);
  const reply = await page.post('/api/auth/sign-up/service', { email: `taken.${email}` });
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    'ご入力いただいたメールアドレスはすでに登録されています。',
  ]);
  expect(await isIn(page)).toBe(false);
});

async function withPassword({
  isVerified,
  role = 'donor',
}: {
  isVerified: boolean;
  role?: 'donor' | 'operator';
}) {
  const uid = await services.auth.createPerson({ email, password: 'a long password', role });
  await db.update(authUsers).set({ emailVerified: isVerified }).where(eq(authUsers.id, uid));
  return uid;
}

test('an account is linked when both sides have proven the e-mail, which the audit log shows', async () => {
  const uid = await withPassword({ isVerified: true });
  const page = browser(app);
  expect(await signInThere(page, sub)).toBe('/login#service=signed-in');
  expect(await linkedTo(uid)).toEqual(['credential', 'test']);
  expect(await isIn(page)).toBe(true);
  const log = await auditEntriesOf(db, uid);
  expect(log.map(({ action, details }) => [action, details])).toEqual([
    ['sign-in.tie', { service: 'test' }],
  ]);
  const mails = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, email))
    .orderBy(outboxMails.id);
  // The browser was new as well.
  expect(mails.map(({ kind }) => kind)).toEqual(['service-tied', 'sign-in-changed']);
});

test.each([
  ['ours', { isVerified: false }, true],
  ['theirs', { isVerified: true }, false],
])('an account is not linked when %s is not proven', async (_whose, account, isProvenThere) => {
  const uid = await withPassword(account);
  service.people.set(sub, { email, email_verified: isProvenThere });
  const page = browser(app);
  expect(await signInThere(page, sub, { page: 'join' })).toBe('/login#service=password-first');
  expect(await linkedTo(uid)).toEqual(['credential']);
  expect(await isIn(page)).toBe(false);
});

test('beyond the budget, an unproven e-mail does not show whether it is registered', async () => {
  await withPassword({ isVerified: true });
  service.people.set(sub, { email, email_verified: false });
  for (let n = 0; n < 10; n++) await signInThere(browser(app), sub);
  expect(await signInThere(browser(app), sub)).toBe('/join#service=newcomer');
});

test('an operator comes by password alone, even when linked before', async () => {
  const uid = await withPassword({ isVerified: true, role: 'operator' });
  expect(await signInThere(browser(app), sub)).toBe('/login#service=password-only');
  await db.update(users).set({ role: 'donor' }).where(eq(users.uid, uid));
  expect(await signInThere(browser(app), sub)).toBe('/login#service=signed-in');
  await db.update(users).set({ role: 'operator' }).where(eq(users.uid, uid));
  const page = browser(app);
  expect(await signInThere(page, sub)).toBe('/login#service=password-only');
  expect(await isIn(page)).toBe(false);
});

test('who has a second factor is asked for it', async () => {
  const uid = await withPassword({ isVerified: true });
  const totpURI = await giveTotp({ db }, uid);
  const page = browser(app);
  expect(await signInThere(page, sub)).toBe('/login#service=code');
  expect(await isIn(page)).toBe(false);
  const challenge = await page.get('/api/auth/second-factor/challenge');
  expect(challenge.json()).toEqual({ methods: ['totp'] });
  const code = codeOf(totpURI, 0, clock.now);
  await page.post('/api/auth/second-factor/verify-totp', { code });
  expect(await isIn(page)).toBe(true);
});

test('who declines at the service reads so on the page they left', async () => {
  const page = browser(app);
  expect(await signInThere(page, '', { page: 'join', back: '/mypage' })).toBe(
    '/join?back=%2Fmypage#service=cancelled',
  );
  expect(page.jar.has('tasuki.service')).toBe(false);
});
