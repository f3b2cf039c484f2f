import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { authSessions, authTwoFactors } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { withSecondFactors } from '#test/factories/second-factor.ts';
import { codeOf } from '#test/factories/totp.ts';
import { testApp } from '#test/test-app.ts';

const running = await testApp();
const { app, db, clock, services } = running;
const { person, setUpTotp, wait } = withSecondFactors(running);
const password = 'a long password';

let count = 0;
let email = '';
beforeEach(async () => {
  email = `hanako${++count}@example.jp`;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
});

type Page = ReturnType<typeof browser>;
const verify = (page: Page, code: string, kind = 'totp') =>
  page.post(`/api/auth/second-factor/verify-${kind}`, { code });
const codeNow = (uri: string, steps = 0) => codeOf(uri, steps, clock.now);
const wrongFor = (right: string) => (right === '000000' ? '000001' : '000000');

async function enrolled() {
  const { uid, page } = await person(email);
  const { totpURI, recoveryCodes } = await setUpTotp(page);
  wait();
  return { uid, page, totpURI, recoveryCodes: recoveryCodes ?? [] };
}
/** A browser that has passed the password step. */
async function waiting(of = email) {
  const page = browser(app);
  const reply = await page.signIn(of);
  return { page, reply };
}

test('a password opens no session where a second factor is due; the code does', async () => {
  const { uid, totpURI } = await enrolled();
  const before = await db.$count(authSessions, eq(authSessions.userId, uid));
  const { page, reply } = await waiting();
  expect(reply.json()).toEqual({ user: null, twoFactor: true, methods: ['totp'] });
  expect(await db.$count(authSessions, eq(authSessions.userId, uid))).toBe(before);
  expect([...page.jar.keys()]).toEqual(['tasuki.second-step']);
  expect(await page.renew()).toBeUndefined();
  const challenge = await page.get('/api/auth/second-factor/challenge');
  expect(challenge.json()).toEqual({ methods: ['totp'] });
  const done = await verify(page, codeNow(totpURI));
  expect(done.json()).toEqual({
    user: { id: uid, email, emailVerified: true },
    twoFactor: false,
    methods: [],
  });
  expect([...page.jar.keys()]).toEqual(['tasuki.session', 'tasuki.devices']);
  await page.renew();
  expect((await page.get('/api/users/account')).statusCode).toBe(200);
  expect((await page.get('/api/auth/second-factor')).json().isShown).toBe(true);
});

test('the cookie of a sign-in that waits is hidden from pages, and over in ten minutes', async () => {
  const { totpURI } = await enrolled();
  const { page, reply } = await waiting();
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^tasuki\.second-step=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  wait(599);
  expect((await page.get('/api/auth/second-factor/challenge')).json()).not.toBeNull();
  wait(1);
  expect((await page.get('/api/auth/second-factor/challenge')).json()).toBeNull();
  const late = await verify(page, codeNow(totpURI));
  expect([late.statusCode, late.json().message]).toEqual([
    400,
    '認証の時間が切れました。お手数ですが、もう一度ログインしてください。',
  ]);
});

test.each([
  ['remembered', true, '2592000'],
  ['not remembered', false, undefined],
])('the session that the second step opens is %s as was ticked', async (_what, rememberMe, age) => {
  const { uid, totpURI } = await enrolled();
  const page = browser(app);
  await page.post('/api/auth/sign-in/email', { email, password, rememberMe });
  await db.delete(authSessions);
  const reply = await verify(page, codeNow(totpURI));
  const cookies = [reply.headers['set-cookie'] ?? []].flat();
  const cookie = cookies.find((one) => one.startsWith('tasuki.session='));
  expect(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1]).toBe(age);
  const [session] = await db.select().from(authSessions).where(eq(authSessions.userId, uid));
  expect(session?.isRemembered).toBe(rememberMe);
});

test('a code works once, also where the browser sends the cookies of another sign-in', async () => {
  const { totpURI } = await enrolled();
  const code = codeNow(totpURI);
  const pages = [await waiting(), await waiting(), await waiting()].map(({ page }) => page);
  // An earlier version counted used codes under a key from forgeable cookies.
  pages.forEach((page, n) => {
    page.jar.set('tasuki.session', `forged-${n}.signature`);
    page.jar.set('tasuki.two_factor', `forged-${n}.signature`);
  });
  const replies = await Promise.all(pages.map((page) => verify(page, code)));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  const [again] = [await waiting()];
  expect((await verify(again.page, code)).json().message).toContain('正しくありません');
});

test('the code that set it up opens no sign-in, and none opens one before its time', async () => {
  const { page: owner } = await person(email);
  const { totpURI } = await setUpTotp(owner);
  const { page } = await waiting();
  expect((await verify(page, codeNow(totpURI))).statusCode).toBe(400);
  expect((await verify(page, codeNow(totpURI, 1))).statusCode).toBe(400);
  wait(30);
  expect((await verify(page, codeNow(totpURI))).statusCode).toBe(200);
});

test('the code before the present one is taken, and no earlier one', async () => {
  const { totpURI } = await enrolled();
  wait(90);
  const { page } = await waiting();
  expect((await verify(page, codeNow(totpURI, -2))).statusCode).toBe(400);
  expect((await verify(page, codeNow(totpURI, -1))).statusCode).toBe(200);
});

test('a code that somebody else has used works for its own person', async () => {
  const { uid, totpURI } = await enrolled();
  const [row] = await db.select().from(authTwoFactors).where(eq(authTwoFactors.userId, uid));
  const first = email;
  email = `other${email}`;
  await enrolled();
  // Both apps show the same code.
  await db.update(authTwoFactors).set({ secret: row?.secret ?? '', lastStep: null });
  for (const of of [first, email]) {
    const { page } = await waiting(of);
    const reply = await verify(page, codeNow(totpURI));
    expect([reply.statusCode, reply.json().user?.email]).toEqual([200, of]);
  }
});

test('five wrong codes end a sign-in, ten in an hour those of the account', async () => {
  const { totpURI } = await enrolled();
  const right = codeNow(totpURI);
  for (const round of [1, 2]) {
    const { page } = await waiting();
    for (let n = 0; n < 5; n++) {
      const reply = await verify(page, wrongFor(right));
      expect([reply.statusCode, reply.json().message]).toEqual([
        400,
        '認証コードが正しくありません。もう一度お確かめください。',
      ]);
    }
    if (round === 1) {
      const sixth = await verify(page, right);
      expect([sixth.statusCode, sixth.json().message]).toEqual([
        400,
        '続けて間違えたため、認証を中止しました。お手数ですが、もう一度ログインしてください。',
      ]);
      expect((await verify(page, right)).json().message).toContain('時間が切れました');
    }
  }
  const { page } = await waiting();
  const locked = await verify(page, right);
  expect([locked.statusCode, locked.json().message]).toEqual([
    429,
    expect.stringContaining('しばらくお休み'),
  ]);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  // Recovery codes share the same budget.
  expect((await verify(page, 'abcdef-abcdef', 'recovery-code')).statusCode).toBe(429);
});

test('concurrent wrong codes are all counted', async () => {
  const { totpURI } = await enrolled();
  const wrong = wrongFor(codeNow(totpURI));
  const pages = [await waiting(), await waiting(), await waiting()].map(({ page }) => page);
  const replies = await Promise.all(
    pages.flatMap((page) => Array.from({ length: 6 }, () => verify(page, wrong))),
  );
  const guessed = replies.filter((reply) => reply.json().message.includes('正しくありません'));
  expect(guessed.length).toBeLessThanOrEqual(10);
  expect((await verify((await waiting()).page, codeNow(totpURI))).statusCode).toBe(429);
});

test('successful tries do not count', async () => {
  const { totpURI } = await enrolled();
  for (let n = 0; n < 12; n++) {
    const { page } = await waiting();
    expect((await verify(page, codeNow(totpURI))).statusCode).toBe(200);
    wait();
  }
});

test('without a sign-in that waits no code is looked at', async () => {
  const { totpURI } = await enrolled();
  const forged = `tasuki.second-step=${'x'.repeat(43)}`;
  for (const cookie of [undefined, forged, 'tasuki.second-step=short']) {
    const page = browser(app, { headers: cookie === undefined ? {} : { cookie } });
    expect((await page.get('/api/auth/second-factor/challenge')).json()).toBeNull();
    const reply = await verify(page, codeNow(totpURI));
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      expect.stringContaining('時間が切れました'),
    ]);
  }
  const counted = await db
    .select({ attempts: attemptBudgets.attempts })
    .from(attemptBudgets)
    .where(eq(attemptBudgets.purpose, 'second factor by account'));
  expect(counted.map(({ attempts }) => attempts)).toEqual([0]);
});

test.each([
  [
    'a new password',
    async (owner: Page) =>
      owner.post('/api/auth/change-password', {
        currentPassword: password,
        newPassword: 'another long password',
      }),
  ],
  [
    'a reset by mail',
    async () => {
      await browser(app).post('/api/auth/request-password-reset', { email });
      const token = await mailedToken(db, 'reset', email);
      const newPassword = 'another long password';
      return browser(app).post('/api/auth/reset-password', { token, newPassword });
    },
  ],
])('%s ends the sign-ins that wait', async (_what, end) => {
  const { page: owner, totpURI } = await enrolled();
  const { page } = await waiting();
  expect((await end(owner)).statusCode).toBe(200);
  expect((await verify(page, codeNow(totpURI))).json().message).toContain('時間が切れました');
});

test('signing out leaves no sign-in waiting in the browser', async () => {
  await enrolled();
  const { page } = await waiting();
  await page.post('/api/auth/sign-out');
  expect(page.jar.size).toBe(0);
});

test('a recovery code takes the place of the app, once, however it is typed', async () => {
  const { recoveryCodes } = await enrolled();
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) {
    expect(code).toMatch(/^[a-hjkmnp-z2-9]{6}-[a-hjkmnp-z2-9]{6}$/);
  }
  const [first = '', second = '', third = ''] = recoveryCodes;
  const use = async (code: string) => {
    const { page } = await waiting();
    const reply = await verify(page, code, 'recovery-code');
    return [reply.statusCode, reply.statusCode === 200 && (await page.renew()) !== undefined];
  };
  expect([await use(first), await use(first)]).toEqual([
    [200, true],
    [400, false],
  ]);
  expect(await use(` ${second.replace('-', '').toUpperCase()} `)).toEqual([200, true]);
  const full = third.replace(/[a-z0-9]/g, (one) =>
    String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0),
  );
  expect(await use(full.replace('-', 'ー'))).toEqual([200, true]);
  const { page } = await waiting();
  const pages = [page, (await waiting()).page];
  const replies = await Promise.all(
    pages.map((each) => verify(each, recoveryCodes[3] ?? '', 'recovery-code')),
  );
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
});

test('a recovery code is told of by mail, and what failed stands in the audit log', async () => {
  const { uid, recoveryCodes } = await enrolled();
  const { page } = await waiting();
  for (const [code, kind] of [
    ['abcdef-abcdef', 'recovery-code'],
    ['000000', 'totp'],
    [recoveryCodes[0] ?? '', 'recovery-code'],
  ] as const) {
    await verify(page, code, kind);
    // Responses do not wait for their event to be written.
    await services.security.flush();
  }
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, uid))
    .orderBy(auditLog.id);
  const steps = log
    .filter(({ action }) => action === 'security.sign-in')
    .map(({ details }) => details as { step?: string })
    .filter(({ step }) => step === 'totp' || step === 'recovery-code');
  expect(steps).toEqual([
    expect.objectContaining({ outcome: 'failed', step: 'recovery-code' }),
    expect.objectContaining({ outcome: 'failed', step: 'totp' }),
    expect.objectContaining({ outcome: 'done', step: 'recovery-code' }),
  ]);
  const mails = await db.execute(
    `select text_body from outbox_mails where kind = 'sign-in-changed' and recipient = '${email}'`,
  );
  expect(mails.rows.map((row) => String(row.text_body)).join()).toContain('予備コードを使いました');
});
