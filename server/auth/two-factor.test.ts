import { beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#server/db/schema/limits.ts';
import { browser } from '#test/browser.ts';
import { codeOf } from '#test/factories/totp.ts';
import { testApp } from '#test/test-app.ts';

const { app, services, db } = await testApp();
const password = 'a long password';

let count = 0;
let email = '';
beforeEach(async () => {
  email = `operator${++count}@example.jp`;
  await db.delete(attemptBudgets);
});

async function operator(role: 'operator' | 'donor' = 'operator') {
  await services.auth.createPerson({ email, password, role });
  const page = browser(app);
  await page.signIn(email);
  await page.renew();
  return page;
}
async function enrolled() {
  const page = await operator();
  const setup = (await page.post('/api/auth/two-factor/enable', { password })).json();
  const { totpURI, backupCodes } = setup as { totpURI: string; backupCodes: string[] };
  const reply = await page.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) });
  expect(reply.statusCode).toBe(200);
  await page.renew();
  return { page, totpURI, backupCodes };
}

test('an operator who turned it on signs in with a password and a code', async () => {
  const { totpURI } = await enrolled();
  const page = browser(app);
  const first = await page.signIn(email);
  expect(first.json()).toEqual({ user: null, twoFactor: true });
  expect(await page.renew()).toBeUndefined();
  const second = await page.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI, 1) });
  expect(second.json()).toMatchObject({ user: { email }, twoFactor: false });
  expect(second.body).not.toMatch(/"token"/);
  await page.renew();
  expect((await page.get('/api/office/mails')).statusCode).toBe(200);
});

test('a wrong code is refused, and after five the sign-in begins anew', async () => {
  const { totpURI } = await enrolled();
  const page = browser(app);
  await page.signIn(email);
  const right = codeOf(totpURI, 1);
  const wrong = right === '000000' ? '000001' : '000000';
  for (let n = 0; n < 6; n++) {
    const reply = await page.post('/api/auth/two-factor/verify-totp', { code: wrong });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
  }
  const late = await page.post('/api/auth/two-factor/verify-totp', { code: right });
  expect(late.statusCode).toBe(400);
  expect(await page.renew()).toBeUndefined();
});

test('a code works once', async () => {
  const { totpURI } = await enrolled();
  const code = codeOf(totpURI, 1);
  const [one, other] = [browser(app), browser(app)];
  await one.signIn(email);
  await other.signIn(email);
  const replies = await Promise.all(
    [one, other].map((page) => page.post('/api/auth/two-factor/verify-totp', { code })),
  );
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 400]);
});

test('a backup code takes the place of the app, once', async () => {
  const { backupCodes } = await enrolled();
  const use = async () => {
    const page = browser(app);
    await page.signIn(email);
    const body = { code: backupCodes[0] };
    return (await page.post('/api/auth/two-factor/verify-backup-code', body)).statusCode;
  };
  expect([await use(), await use()]).toEqual([200, 400]);
});

test('it is turned off with the password', async () => {
  const { page } = await enrolled();
  const wrong = await page.post('/api/auth/two-factor/disable', { password: 'another' });
  expect(wrong.statusCode).toBe(400);
  expect((await page.post('/api/auth/two-factor/disable', { password })).statusCode).toBe(200);
  expect((await browser(app).signIn(email)).json().twoFactor).toBe(false);
});

test('it is for operators', async () => {
  const page = await operator('donor');
  expect((await page.post('/api/auth/two-factor/enable', { password })).statusCode).toBe(403);
});

test('an operator cannot set it up for the person whose cookie the browser has', async () => {
  const page = await operator();
  const token = await page.renew();
  email = `other${email}`;
  const other = await operator('donor');
  other.carry(token);
  const reply = await other.post('/api/auth/two-factor/enable', { password });
  expect(reply.statusCode).toBe(401);
});
