import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { moveEmail } from '#test/factories/move-email.ts';
import { type Page, withSecondFactors } from '#test/factories/second-factor.ts';
import { testApp } from '#test/test-app.ts';

const running = await testApp();
const { app, db, clock, services } = running;
const { person, setUpTotp, addPasskey, wait } = withSecondFactors(running);
const password = 'a long password';

let count = 0;
let email = '';
beforeEach(async () => {
  email = `colleague${++count}@example.jp`;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
});

const claimsOf = (token = '') =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const screenOf = { operator: '/api/office/mails', staff: '/api/staff/associates' } as const;
const roles = ['operator', 'staff'] as const;

test.each(roles)('%s without a second factor set one up before anything else', async (role) => {
  const { page } = await person(email, role);
  expect(claimsOf(await page.renew())).toMatchObject({ role, lacksSecondFactor: true });
  for (const url of [screenOf[role], '/api/users/account', '/api/users/sessions']) {
    const reply = await page.get(url);
    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      {
        type: 'Forbidden',
        message:
          '運営と団体の担当者の方には、2段階認証をお願いしています。設定してから、もう一度お試しください。',
        template: 'second-factor-needed',
      },
    ]);
  }
  expect((await page.get('/api/auth/second-factor')).json()).toMatchObject({ isDemanded: true });
  expect((await page.get('/api/users/sign-in-methods')).statusCode).toBe(200);
  await setUpTotp(page);
  expect(claimsOf(await page.renew()).lacksSecondFactor).toBeUndefined();
  expect((await page.get(screenOf[role])).statusCode).toBe(200);
});

test('donors need none', async () => {
  const { page } = await person(email);
  expect(claimsOf(await page.renew()).lacksSecondFactor).toBeUndefined();
  expect((await page.get('/api/users/account')).statusCode).toBe(200);
});

test('to what is open to anyone, an operator without a second factor is a visitor', async () => {
  await insertAssociate(db, 'ao');
  const { uid, page } = await person(email, 'operator');
  const apply = () => page.post('/api/appraisal/apply', applyBody({ uid }));
  // Applications in another person's name are refused.
  expect((await apply()).statusCode).toBe(403);
  await setUpTotp(page);
  expect((await apply()).statusCode).toBe(201);
});

test.each(roles)('%s may not take away their last second factor', async (role) => {
  const { page } = await person(email, role);
  await setUpTotp(page);
  const disable = () => page.post('/api/auth/totp/disable', { password });
  const refused = await disable();
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    '運営と団体の担当者の方には、2段階認証をお願いしています。先に別の方法を追加してから、お試しください。',
  ]);
  const { device } = await addPasskey(page);
  expect((await disable()).statusCode).toBe(200);
  const id = device.keys[0]?.id;
  expect((await page.post('/api/auth/passkeys/remove', { id, password })).statusCode).toBe(409);
  expect((await page.get(screenOf[role])).statusCode).toBe(200);
});

test('the sample’s accounts work without, as long as nobody else can sign in as one', async () => {
  const sample = { email, password, role: 'operator', isSample: true } as const;
  await services.auth.createPerson(sample);
  const page = browser(app);
  await page.signIn(email);
  expect(claimsOf(await page.renew()).lacksSecondFactor).toBeUndefined();
  expect((await page.get('/api/office/mails')).statusCode).toBe(200);
});

test('who becomes an operator later is asked for it at once', async () => {
  const { uid, page } = await person(email);
  await db.update(users).set({ role: 'operator' }).where(eq(users.uid, uid));
  services.auth.forget(uid);
  expect((await page.get('/api/office/mails')).json().template).toBe('second-factor-needed');
});

/** An attacker registers a stranger's address with a second factor of their own. */
async function planted() {
  const { uid, page } = await person(email);
  const { totpURI } = await setUpTotp(page);
  await addPasskey(page);
  await db.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.id, uid));
  return { uid, totpURI };
}

test('becoming the operator of the installation takes away what a stranger set up', async () => {
  await planted();
  const given = { email, password: 'of the environment' };
  expect(await services.auth.ensureOperator(given)).toBe('promoted');
  const page = browser(app);
  const reply = await page.signIn(email, 'of the environment');
  expect(reply.json()).toMatchObject({ twoFactor: false, methods: [] });
  await page.renew();
  expect((await page.get('/api/auth/second-factor')).json()).toMatchObject({
    hasTotp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
  });
});

const reset = async (page: Page) => {
  await page.post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  const newPassword = 'another long password';
  const reply = await page.post('/api/auth/reset-password', { token, newPassword });
  expect(reply.statusCode).toBe(200);
  return page.signIn(email, newPassword);
};

test('a reset of an e-mail that was not proven takes away what a stranger set up', async () => {
  await planted();
  expect((await reset(browser(app))).json()).toMatchObject({ twoFactor: false, methods: [] });
});

test('a reset of a proven e-mail keeps the second factor, and the next sign-in asks for it', async () => {
  const { page } = await person(email);
  await setUpTotp(page);
  expect((await reset(browser(app))).json()).toMatchObject({ twoFactor: true, methods: ['totp'] });
});

test('taking a change of e-mail back takes away what was added since, and nothing else', async () => {
  const { uid, page } = await person(email);
  await setUpTotp(page);
  wait();
  const newEmail = `new.${email}`;
  await moveEmail(db, page, { email, password, newEmail });
  wait();
  const token = await mailedToken(db, 'email-changed', email);
  await db.execute(
    `insert into passkeys (id, uid, user_handle, public_key, counter, name, is_backed_up, created_at)
     select kind, '${uid}', 'x', 'x', 0, kind, false, at from (values
       ('before ${uid}', timestamptz '2026-11-20T09:00:00+09:00'),
       ('since ${uid}', timestamptz '2026-11-20T10:10:00+09:00')) as added (kind, at)`,
  );
  const undone = await browser(app).post('/api/auth/undo-email-change', { token });
  expect(undone.statusCode).toBe(200);
  const left = await db.execute(`select name from passkeys where uid = '${uid}'`);
  expect(left.rows).toEqual([{ name: `before ${uid}` }]);
  const totp = await db.execute(`select verified from auth_two_factors where user_id = '${uid}'`);
  expect(totp.rows).toEqual([{ verified: true }]);
});
