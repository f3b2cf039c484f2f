import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { qrCode as qrCodeOf } from '#organisations/flyers/qr-code.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { recoveryCodes } from '#people/sign-in/second-factor-tables.server.ts';
import { authSessions, authTwoFactors, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { type Page, withSecondFactors } from '#test/factories/second-factor.ts';
import { tablesWith } from '#test/factories/stored-text.ts';
import { codeOf, secretOf } from '#test/factories/totp.ts';
import { testApp } from '#test/test-app.ts';

const running = await testApp();
const { app, db, clock } = running;
const { person, setUpTotp, wait } = withSecondFactors(running);
const password = 'a long password';

let count = 0;
let email = '';
beforeEach(async () => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
});

const codeNow = (uri: string) => codeOf(uri, 0, clock.now);
const show = (page: Page, code: string) => page.post('/api/auth/second-factor/show', { code });
const factorsOf = async (page: Page) => (await page.get('/api/auth/second-factor')).json();
const toldTo = async (to: string) => {
  const rows = await db
    .select({ text: outboxMails.textBody })
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, to), eq(outboxMails.kind, 'sign-in-changed')));
  return rows.map(({ text }) => text).join();
};

async function enrolled() {
  const { uid, page } = await person(email);
  const made = await setUpTotp(page);
  wait();
  return { uid, page, ...made };
}
/** The same, after the time for which setting it up counts as showing it. */
async function laterOn() {
  const all = await enrolled();
  wait(10 * 60);
  await all.page.renew();
  return all;
}

test('it is set up with a picture for the app, and asked for after the first code', async () => {
  const { page } = await person(email);
  expect(await factorsOf(page)).toEqual({
    isDemanded: false,
    hasTotp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
    isShown: false,
  });
  const { totpURI, qrCode } = (await page.post('/api/auth/totp/enable', { password })).json();
  expect(decodeURIComponent(totpURI)).toContain(email);
  expect(qrCode).toEqual(qrCodeOf(totpURI));
  expect((await factorsOf(page)).hasTotp).toBe(false);
  expect((await browser(app).signIn(email)).json().twoFactor).toBe(false);
  const wrong = await page.post('/api/auth/totp/confirm', { code: codeOf(totpURI, 5, clock.now) });
  expect([wrong.statusCode, wrong.json().message]).toEqual([
    400,
    '認証コードが正しくありません。もう一度お確かめください。',
  ]);
  const reply = await page.post('/api/auth/totp/confirm', { code: codeNow(totpURI) });
  expect(reply.json().recoveryCodes).toHaveLength(10);
  expect(await factorsOf(page)).toMatchObject({
    hasTotp: true,
    recoveryCodesLeft: 10,
    isShown: true,
  });
  expect((await page.get('/api/users/sign-in-methods')).json().hasTwoFactor).toBe(true);
  expect(await toldTo(email)).toContain('認証アプリによる2段階認証を設定しました');
});

test('the database shows neither the secret of the app nor a recovery code', async () => {
  const { totpURI, recoveryCodes: codes } = await enrolled();
  for (const hidden of [secretOf(totpURI), ...(codes ?? [])]) {
    for (const text of [hidden, hidden.replace('-', '')]) {
      expect(await tablesWith(running.databaseUrl, text)).toEqual([]);
    }
  }
});

test('a setup that was not finished within the hour begins anew', async () => {
  const { page } = await person(email);
  const { totpURI } = (await page.post('/api/auth/totp/enable', { password })).json();
  wait(60 * 60);
  await page.renew();
  const late = await page.post('/api/auth/totp/confirm', { code: codeNow(totpURI) });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    '設定の時間が切れました。お手数ですが、最初からもう一度お試しください。',
  ]);
  await setUpTotp(page);
});

test('who has an unproven e-mail sets up no second factor', async () => {
  const { uid, page } = await person(email);
  await db.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.id, uid));
  for (const url of ['/api/auth/totp/enable', '/api/auth/passkeys/registration-options']) {
    const reply = await page.post(url, { password });
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      '2段階認証の設定の前に、メールアドレスの確認をお願いします。確認のメールのリンクを開いてください。',
    ]);
  }
  // Nor one started while it was verified.
  await db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
  const { totpURI } = (await page.post('/api/auth/totp/enable', { password })).json();
  await db.update(authUsers).set({ emailVerified: false }).where(eq(authUsers.id, uid));
  const code = codeNow(totpURI);
  expect((await page.post('/api/auth/totp/confirm', { code })).statusCode).toBe(409);
  expect((await factorsOf(page)).hasTotp).toBe(false);
});

test('with the first second factor the other sessions end, which have not shown it', async () => {
  const { uid, page } = await person(email);
  const other = browser(app);
  await other.signIn(email);
  await other.renew();
  await setUpTotp(page);
  expect(await other.renew()).toBeUndefined();
  expect(await db.$count(authSessions, eq(authSessions.userId, uid))).toBe(1);
});

test('another app takes the place of the first, whose recovery codes stay', async () => {
  const { uid, page, totpURI } = await enrolled();
  const second = await setUpTotp(page);
  expect(second.recoveryCodes).toBeNull();
  wait();
  const signIn = async (uri: string) => {
    const own = browser(app);
    await own.signIn(email);
    return (await own.post('/api/auth/second-factor/verify-totp', { code: codeNow(uri) }))
      .statusCode;
  };
  expect([await signIn(totpURI), await signIn(second.totpURI)]).toEqual([400, 200]);
  expect(await db.$count(authTwoFactors, eq(authTwoFactors.userId, uid))).toBe(1);
  expect((await factorsOf(page)).recoveryCodesLeft).toBe(10);
});

/** Requests that a session alone may not make, each with the right password. */
const doors = (): [url: string, body: object][] => [
  ['/api/auth/totp/enable', { password }],
  ['/api/auth/totp/disable', { password }],
  ['/api/auth/recovery-codes', { password }],
  ['/api/auth/passkeys/registration-options', { password }],
  ['/api/auth/passkeys/remove', { id: 'x', password }],
  ['/api/auth/change-password', { currentPassword: password, newPassword: 'another password' }],
  ['/api/auth/change-email', { email, password, newEmail: `new.${email}` }],
  ['/api/users/sessions/end', { sessionId: 'x', password }],
  ['/api/users/sessions/end-others', { password }],
  ['/api/users/erase', { password }],
];

test('who has a second factor shows it before any change, within ten minutes', async () => {
  const { page, totpURI } = await laterOn();
  for (const [url, body] of doors()) {
    const reply = await page.post(url, body);
    expect([url, reply.statusCode, reply.json()]).toEqual([
      url,
      403,
      {
        type: 'Forbidden',
        message: 'ご本人の確認のため、2段階認証をお願いします。',
        template: 'show-second-factor',
      },
    ]);
  }
  expect((await show(page, '000000')).statusCode).toBe(400);
  expect((await show(page, codeNow(totpURI))).statusCode).toBe(200);
  expect((await factorsOf(page)).isShown).toBe(true);
  // Only in this session.
  const other = browser(app);
  await other.signIn(email);
  wait(599);
  await page.renew();
  expect((await page.post('/api/users/sessions/end-others', { password })).statusCode).toBe(200);
  wait(1);
  await page.renew();
  expect((await page.post('/api/users/sessions/end-others', { password })).statusCode).toBe(403);
});

test.each([
  ['/api/auth/totp/enable'],
  ['/api/auth/totp/disable'],
  ['/api/auth/recovery-codes'],
  ['/api/auth/passkeys/registration-options'],
  ['/api/auth/passkeys/remove'],
  ['/api/users/sessions/end'],
  ['/api/users/sessions/end-others'],
])('%s asks for the password, and nobody guesses it there for long', async (url) => {
  const { page } = await person(email);
  const more = url.endsWith('/remove')
    ? { id: 'x' }
    : url.endsWith('/end')
      ? { sessionId: 'x' }
      : {};
  const guess = (body: object) => page.post(url, { ...more, ...body });
  const without = await guess({});
  expect([without.statusCode, without.json().message]).toEqual([
    400,
    'パスワードを入力してください。',
  ]);
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++) statuses.push((await guess({ password: `guess ${n}` })).statusCode);
  expect(new Set(statuses.slice(0, 24))).toEqual(new Set([400]));
  expect(statuses[24]).toBe(429);
  // Then even the right one is refused.
  expect((await guess({ password })).statusCode).toBe(429);
});

test('a session alone guesses no codes for long', async () => {
  const { page, totpURI } = await laterOn();
  const wrong = codeOf(totpURI, 9, clock.now);
  for (let n = 0; n < 10; n++) expect((await show(page, wrong)).statusCode).toBe(400);
  expect((await show(page, codeNow(totpURI))).statusCode).toBe(429);
});

test('a code that was shown opens no sign-in, and the other way about', async () => {
  const { page, totpURI } = await laterOn();
  const code = codeNow(totpURI);
  expect((await show(page, code)).statusCode).toBe(200);
  expect((await show(page, code)).statusCode).toBe(400);
  const other = browser(app);
  await other.signIn(email);
  expect((await other.post('/api/auth/second-factor/verify-totp', { code })).statusCode).toBe(400);
});

test('a recovery code is shown as well, once, and its person is told', async () => {
  const { page, recoveryCodes: codes } = await laterOn();
  const [code = ''] = codes ?? [];
  expect((await show(page, code.toUpperCase())).statusCode).toBe(200);
  expect((await show(page, code)).json().message).toContain('予備コードが正しくありません');
  expect(await factorsOf(page)).toMatchObject({ recoveryCodesLeft: 9, isShown: true });
  expect(await toldTo(email)).toContain('予備コードを使いました');
});

test('new recovery codes end the old ones', async () => {
  const { page, recoveryCodes: old } = await enrolled();
  const reply = await page.post('/api/auth/recovery-codes', { password });
  const { recoveryCodes: codes } = reply.json<{ recoveryCodes: string[] }>();
  expect(codes).toHaveLength(10);
  expect((await show(page, old?.[0] ?? '')).statusCode).toBe(400);
  expect((await show(page, codes[0] ?? '')).statusCode).toBe(200);
  expect(await toldTo(email)).toContain('予備コードを作り直しました');
});

test('who has no second factor gets no recovery codes', async () => {
  const { page } = await person(email);
  expect((await page.post('/api/auth/recovery-codes', { password })).statusCode).toBe(409);
});

test('a donor turns it off, and the recovery codes go with it', async () => {
  const { uid, page } = await enrolled();
  expect((await page.post('/api/auth/totp/disable', { password })).statusCode).toBe(200);
  expect(await factorsOf(page)).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 });
  expect(await db.$count(recoveryCodes, eq(recoveryCodes.uid, uid))).toBe(0);
  expect(await toldTo(email)).toContain('認証アプリによる2段階認証をやめました');
  expect((await browser(app).signIn(email)).json().twoFactor).toBe(false);
  expect((await page.post('/api/auth/totp/disable', { password })).statusCode).toBe(404);
});

test('nothing is set up for the person whose cookie the browser has', async () => {
  const { page } = await person(email);
  const token = await page.renew();
  email = `other${email}`;
  const { page: other } = await person(email);
  other.carry(token);
  const { totpURI } = (await other.post('/api/auth/totp/enable', { password })).json();
  // The token's person, not the cookie's.
  expect(decodeURIComponent(totpURI)).not.toContain(email);
});
