import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { authTwoFactors, authUsers } from '#server/db/schema/auth.ts';
import { attemptBudgets } from '#server/db/schema/limits.ts';
import { qrCode as qrCodeOf } from '#server/flyers/qr-code.ts';
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

type Page = ReturnType<typeof browser>;

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
  const wrong = wrongFor(right);
  for (let n = 0; n < 6; n++) {
    const reply = await page.post('/api/auth/two-factor/verify-totp', { code: wrong });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
  }
  const late = await page.post('/api/auth/two-factor/verify-totp', { code: right });
  expect(late.statusCode).toBe(400);
  expect(await page.renew()).toBeUndefined();
});

const wrongFor = (right: string) => (right === '000000' ? '000001' : '000000');

test('each refusal of a second factor says what to do', async () => {
  const { page, totpURI } = await enrolled();
  const codeAt = (by: Page, code: string) => by.post('/api/auth/two-factor/verify-totp', { code });
  const told = async (reply: Awaited<ReturnType<Page['post']>>) => [
    reply.statusCode,
    reply.json().message,
  ];
  const twice = await page.post('/api/auth/two-factor/enable', { password });
  expect(await told(twice)).toEqual([409, expect.stringContaining('すでに有効')]);
  const wrong = await page.post('/api/auth/two-factor/disable', { password: 'another' });
  expect(await told(wrong)).toEqual([400, 'メールアドレスまたはパスワードに誤りがあります。']);

  const right = codeOf(totpURI, 1);
  const nobody = browser(app);
  expect(await told(await codeAt(nobody, right))).toEqual([
    400,
    expect.stringContaining('時間が切れました'),
  ]);
  for (const round of [1, 2]) {
    const other = browser(app);
    await other.signIn(email);
    for (let n = 0; n < 5; n++) {
      expect(await told(await codeAt(other, wrongFor(right)))).toEqual([
        400,
        expect.stringContaining('認証コードが正しくありません'),
      ]);
    }
    const sixth = await codeAt(other, right);
    if (round === 1) {
      expect(await told(sixth)).toEqual([400, expect.stringContaining('認証を中止しました')]);
    }
  }
  // Ten in a row, in however many sign-ins: nobody guesses on, and the right code waits as well.
  const late = browser(app);
  await late.signIn(email);
  const locked = await codeAt(late, right);
  expect(await told(locked)).toEqual([429, expect.stringContaining('15分ほど')]);
  expect(locked.headers['retry-after']).toBe('900');
});

test('a code that was refused by mistake of its holder may be typed again', async () => {
  const { totpURI } = await enrolled();
  const code = codeOf(totpURI, 1);
  const nobody = browser(app);
  for (let n = 0; n < 2; n++) {
    const reply = await nobody.post('/api/auth/two-factor/verify-totp', { code });
    expect(reply.json().message).toContain('時間が切れました');
  }
  const page = browser(app);
  await page.signIn(email);
  expect((await page.post('/api/auth/two-factor/verify-totp', { code })).statusCode).toBe(200);
});

test('it is set up with a picture for the app, and the account says that it is on', async () => {
  const page = await operator();
  const isOn = async () => {
    await page.renew();
    return (await page.get('/api/users/sign-in-methods')).json().hasTwoFactor;
  };
  const reply = await page.post('/api/auth/two-factor/enable', { password });
  const { totpURI, backupCodes, qrCode } = reply.json();
  expect(totpURI).toMatch(/^otpauth:\/\/totp\//);
  expect(new URL(totpURI).searchParams.get('issuer')).toBe('たすき');
  expect(decodeURIComponent(totpURI)).toContain(email);
  expect(backupCodes.length).toBeGreaterThan(5);
  expect(qrCode).toEqual(qrCodeOf(totpURI));
  // Not before the first code.
  expect(await isOn()).toBe(false);
  await page.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) });
  expect(await isOn()).toBe(true);
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

test('the code that set it up opens no sign-in', async () => {
  const page = await operator();
  const { totpURI } = (await page.post('/api/auth/two-factor/enable', { password })).json();
  const body = { code: codeOf(totpURI) };
  expect((await page.post('/api/auth/two-factor/verify-totp', body)).statusCode).toBe(200);
  const other = browser(app);
  await other.signIn(email);
  const reply = await other.post('/api/auth/two-factor/verify-totp', body);
  expect([reply.statusCode, reply.json().message]).toEqual([
    400,
    expect.stringContaining('認証コードが正しくありません'),
  ]);
});

test('a code that somebody else has used works for its own person', async () => {
  const { totpURI } = await enrolled();
  const first = email;
  email = `other${email}`;
  await enrolled();
  // Both apps show the same code.
  const [row] = await db
    .select({ secret: authTwoFactors.secret })
    .from(authTwoFactors)
    .innerJoin(authUsers, eq(authUsers.id, authTwoFactors.userId))
    .where(eq(authUsers.email, first));
  await db.update(authTwoFactors).set({ secret: row?.secret ?? '' });
  const code = codeOf(totpURI, 1);
  for (const of of [first, email]) {
    const page = browser(app);
    await page.signIn(of);
    const reply = await page.post('/api/auth/two-factor/verify-totp', { code });
    expect([reply.statusCode, reply.json().user?.email]).toEqual([200, of]);
  }
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
