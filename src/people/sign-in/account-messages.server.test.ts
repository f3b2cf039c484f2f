import { beforeEach, expect, test } from 'vitest';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';

const { app, services, db } = await testApp();
const quiet = await testApp({ genericAccountMessages: true });
const password = 'a long password';
const wrong = 'メールアドレスまたはパスワードに誤りがあります。';

let count = 0;
let email = '';
beforeEach(async () => {
  email = `hanako${++count}@example.jp`;
  await db.delete(attemptBudgets);
});

const person = (of = email) => services.auth.createPerson({ email: of, password, role: 'donor' });

test('with GENERIC_ACCOUNT_MESSAGES nothing says whether an e-mail is registered', async () => {
  await quiet.services.auth.createPerson({ email, password, role: 'donor' });
  const visitor = browser(quiet.app);
  const refusals = [
    await visitor.signIn(`nobody.${email}`),
    await visitor.signIn(email, 'another password'),
  ];
  for (const reply of refusals) {
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { type: 'ValidationError', title: 'ログインできませんでした', message: wrong },
    ]);
  }
  const taken = await visitor.signUp(email);
  expect([taken.statusCode, taken.json()]).toEqual([
    400,
    {
      type: 'ValidationError',
      message: expect.stringMatching(/^この内容ではご登録いただけません/),
    },
  ]);
  const of = `other.${email}`;
  await quiet.services.auth.createPerson({ email: of, password, role: 'donor' });
  const page = browser(quiet.app);
  await page.signIn(of);
  await page.renew();
  const change = { email: of, password, newEmail: email };
  const refused = await page.post('/api/auth/change-email', change);
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { type: 'ValidationError', message: expect.stringMatching(/には変更できません/) },
  ]);
});

test('ten answers about one e-mail tell, wherever they are asked from; then none does', async () => {
  await person();
  const messages: string[] = [];
  for (let n = 0; n < 12; n++) {
    const reply = await browser(app, { remoteAddress: `198.51.100.${n}` }).signUp(email);
    messages.push(reply.json().message);
  }
  expect(new Set(messages.slice(0, 10))).toEqual(
    new Set(['ご入力いただいたメールアドレスはすでに登録されています。']),
  );
  for (const message of messages.slice(10)) expect(message).toContain('この内容では');
});

test('sign-ups that succeed count as well, since each of them mails an address', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 26; n++) {
    statuses.push((await browser(app).signUp(`new${n}.${email}`)).statusCode);
  }
  expect(statuses).toEqual([...Array(25).fill(200), 429]);
});

test('what succeeds is not counted where guessing is meant: signing in, and the present password', async () => {
  await person();
  for (let n = 0; n < 26; n++) {
    expect((await browser(app).signIn(email)).statusCode).toBe(200);
  }
  const page = browser(app);
  await page.signIn(email);
  await page.renew();
  for (let n = 0; n < 26; n++) {
    const body = { email, password, newEmail: email };
    const reply = await page.post('/api/auth/change-email', body);
    expect(reply.json().errors[0].path).toBe('newEmail');
  }
});

test.each<[string, (visitor: ReturnType<typeof browser>, n: number) => Promise<unknown>]>([
  ['signing in', (visitor, n) => visitor.signIn(`nobody${n}.${email}`)],
  ['signing up', (visitor) => visitor.signUp(email)],
  [
    'asking for a reset',
    (visitor, n) => {
      const body = { email: `nobody${n}.${email}` };
      return visitor.post('/api/auth/request-password-reset', body);
    },
  ],
  [
    'guessing a link to reset',
    (visitor) => {
      const body = { token: 'x'.repeat(43), newPassword: 'a new password' };
      return visitor.post('/api/auth/reset-password', body);
    },
  ],
  [
    'guessing a link to undo',
    (visitor) => visitor.post('/api/auth/undo-email-change', { token: 'x'.repeat(43) }),
  ],
])(
  'beyond 25 tries of %s in five minutes one is told when to come again',
  async (_what, attempt) => {
    await person();
    const send = async (n: number, remoteAddress: string) =>
      (await attempt(browser(app, { remoteAddress }), n)) as Awaited<
        ReturnType<ReturnType<typeof browser>['get']>
      >;
    // Five at a time, since some responses are slow; more would exhaust the connections of a busy machine.
    for (let n = 0; n < 25; n += 5) {
      const five = [0, 1, 2, 3, 4].map((more) => send(n + more, '203.0.113.7'));
      for (const { statusCode } of await Promise.all(five)) expect(statusCode).toBeLessThan(429);
    }
    const late = await send(25, '203.0.113.7');
    expect([late.statusCode, late.json().message]).toEqual([
      429,
      expect.stringContaining('続けてお試しになったため'),
    ]);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(6 * 60);
    const elsewhere = await send(26, '203.0.113.8');
    expect(elsewhere.statusCode).not.toBe(429);
  },
);
