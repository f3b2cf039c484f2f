import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { hashPassword } from '#people/sign-in/passwords.server.ts';
import { authAccounts } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';
import { attempts } from './attempts.server.ts';
import { attemptBudgets } from './limit-tables.server.ts';
import { slowDownMs } from './slow-down.server.ts';

const { app, services, db, clock } = await testApp();
const quiet = await testApp({ genericAccountMessages: true });
const wrong = 'メールアドレスまたはパスワードに誤りがあります。';
const unknown = 'ご入力いただいたメールアドレスは登録されていません。';
const taken = 'ご入力いただいたメールアドレスはすでに登録されています。';

await services.auth.createPerson({
  email: 'hanako@example.jp',
  password: 'a long password',
  role: 'donor',
});

beforeEach(async () => {
  await db.delete(attemptBudgets);
});

const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};
const from = (remoteAddress: string) => browser(app, { remoteAddress });

/** Tries sign-ins in sequence; returns status and message of each. */
async function tries(
  count: number,
  signIn: (n: number) => ReturnType<ReturnType<typeof browser>['signIn']>,
) {
  const answers: { status: number; message: string; retryAfter: number }[] = [];
  for (let n = 0; n < count; n++) {
    const reply = await signIn(n);
    const { message = '' } = reply.json();
    const retryAfter = Number(reply.headers['retry-after']);
    answers.push({ status: reply.statusCode, message, retryAfter });
  }
  return answers;
}

test('beyond ten such answers to one address nothing shows whether an e-mail is registered', async () => {
  const answers = await tries(14, (n) => from('203.0.113.1').signIn(`nobody${n}@example.jp`));
  expect(answers.slice(0, 10).map(({ message }) => message)).toEqual(Array(10).fill(unknown));
  expect(answers.slice(10).map(({ message }) => message)).toEqual(Array(4).fill(wrong));
});

test('beyond 25 tries from one address in five minutes a sign-in has to wait', async () => {
  const answers = await tries(27, (n) => from('203.0.113.2').signIn(`nobody${n}@example.jp`));
  expect(answers.map(({ status }) => status)).toEqual([...Array(25).fill(400), 429, 429]);
  expect(answers[25]?.retryAfter).toBeGreaterThan(0);
  expect(answers[25]?.retryAfter).toBeLessThanOrEqual(6 * 60);
  const right = await from('203.0.113.2').signIn('hanako@example.jp');
  expect(right.statusCode).toBe(429);
  expect((await from('203.0.113.3').signIn('hanako@example.jp')).statusCode).toBe(200);
  later(6);
  expect((await from('203.0.113.2').signIn('hanako@example.jp')).statusCode).toBe(200);
});

test('whoever guesses from one address is refused there, and the right password opens from another', async () => {
  const guessing = from('203.0.113.20');
  const answers = await tries(26, () => guessing.signIn('hanako@example.jp', 'guessing'));
  expect(answers.map(({ status }) => status)).toEqual([...Array(25).fill(400), 429]);
  later(6);
  expect((await guessing.signIn('hanako@example.jp', 'guessing')).statusCode).toBe(429);
  expect((await from('192.0.2.1').signIn('hanako@example.jp')).statusCode).toBe(200);
  later(75);
  expect((await guessing.signIn('hanako@example.jp')).statusCode).toBe(200);
});

test('guesses from many addresses slow the next, and close nobody out', async () => {
  const answers = await tries(25, (n) =>
    from(`198.51.100.${n}`).signIn('hanako@example.jp', 'guessing'),
  );
  expect(answers.every(({ status }) => status === 400)).toBe(true);
  const startMs = performance.now();
  expect((await from('192.0.2.1').signIn('hanako@example.jp')).statusCode).toBe(200);
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(slowDownMs(1));
  // The same for an unregistered address.
  await tries(25, (n) => from(`198.51.101.${n}`).signIn('nobody@example.jp', 'guessing'));
  const unknownMs = performance.now();
  await from('192.0.2.2').signIn('nobody@example.jp', 'guessing');
  expect(performance.now() - unknownMs).toBeGreaterThanOrEqual(slowDownMs(1));
});

test('a try beyond a budget that slows waits longer with every five, up to four seconds', () => {
  expect([0, 1, 5, 6, 11, 16, 21, 500].map(slowDownMs)).toEqual([
    0, 250, 250, 500, 1_000, 2_000, 4_000, 4_000,
  ]);
});

test('a browser that its person has used is let in, whatever others guess at the same address', async () => {
  const own = from('203.0.113.21');
  expect((await own.signIn('hanako@example.jp')).statusCode).toBe(200);
  const neighbour = from('203.0.113.21');
  await tries(26, () => neighbour.signIn('hanako@example.jp', 'guessing'));
  expect((await neighbour.signIn('hanako@example.jp')).statusCode).toBe(429);
  // After that many guesses from everywhere, unknown devices wait four seconds.
  await db
    .update(attemptBudgets)
    .set({ attempts: 400 })
    .where(eq(attemptBudgets.purpose, 'sign-in by e-mail'));
  const startMs = performance.now();
  expect((await own.signIn('hanako@example.jp')).statusCode).toBe(200);
  expect(performance.now() - startMs).toBeLessThan(slowDownMs(375));
  // Its own guesses still count.
  const guesses = await tries(26, () => own.signIn('hanako@example.jp', 'guessing'));
  expect(guesses.map(({ status }) => status)).toEqual([...Array(25).fill(400), 429]);
});

test.each([
  ['typed', () => 'x'.repeat(200)],
  ['of another person', (own: string) => own],
])('a cookie that is %s makes no browser known', async (whose, cookieOf) => {
  const other = from('203.0.113.22');
  await services.auth.createPerson({
    email: `${whose.length}@example.jp`,
    password: 'a long password',
    role: 'donor',
  });
  await other.signIn(`${whose.length}@example.jp`);
  const stranger = from('203.0.113.23');
  stranger.jar.set('tasuki.devices', cookieOf(other.jar.get('tasuki.devices') ?? ''));
  const answers = await tries(26, () => stranger.signIn('hanako@example.jp', 'guessing'));
  expect(answers.at(-1)?.status).toBe(429);
  expect((await stranger.signIn('hanako@example.jp')).statusCode).toBe(429);
});

test('a new password makes every browser of its person unknown', async () => {
  const email = 'forgetful@example.jp';
  const uid = await services.auth.createPerson({
    email,
    password: 'a long password',
    role: 'donor',
  });
  const own = from('203.0.113.24');
  await own.signIn(email);
  const told = () =>
    db
      .select()
      .from(outboxMails)
      .where(and(eq(outboxMails.uid, uid), eq(outboxMails.kind, 'sign-in-changed')));
  expect(await told()).toHaveLength(1);
  await own.signIn(email);
  expect(await told()).toHaveLength(1);
  await db
    .update(authAccounts)
    .set({ password: await hashPassword('another password') })
    .where(eq(authAccounts.userId, uid));
  await own.signIn(email, 'another password');
  expect(await told()).toHaveLength(2);
});

test('the addresses of one /64 share their tries', async () => {
  const answers = await tries(26, (n) =>
    from(`2001:db8:1:2::${n.toString(16)}`).signIn(`nobody${n}@example.jp`),
  );
  expect(answers.at(-1)?.status).toBe(429);
  expect((await from('2001:db8:1:3::1').signIn('hanako@example.jp')).statusCode).toBe(200);
});

test('a forwarded address counts for nothing without a trusted proxy', async () => {
  const answers = await tries(26, (n) =>
    browser(app, {
      remoteAddress: '203.0.113.9',
      headers: { 'x-forwarded-for': `192.0.2.${n}` },
    }).signIn(`nobody${n}@example.jp`),
  );
  expect(answers.at(-1)?.status).toBe(429);
});

test('sign-ins that succeed spend nothing', async () => {
  const answers = await tries(30, () => from('203.0.113.4').signIn('hanako@example.jp'));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('sign-ups at registered addresses are named as such ten times, then not, then have to wait', async () => {
  const answers = await tries(26, () => from('203.0.113.5').signUp('hanako@example.jp'));
  expect(answers.slice(0, 10).every(({ message }) => message === taken)).toBe(true);
  expect(answers.slice(10, 25).some(({ message }) => message === taken)).toBe(false);
  expect(answers[25]?.status).toBe(429);
  const fresh = await from('203.0.113.5').signUp('new@example.jp');
  expect(fresh.statusCode).toBe(429);
});

test('tries at once are all counted', async () => {
  const counted = attempts({ db, clock: () => clock.now, secret: 'x'.repeat(32) });
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, () => counted.spend(['sign-up by address', '203.0.113.7'])),
  );
  expect(outcomes.filter((outcome) => outcome.isAllowed)).toHaveLength(25);
});

test('a refusal by one limit uses up none after it, even with concurrent tries', async () => {
  const counted = attempts({ db, clock: () => clock.now, secret: 'x'.repeat(32) });
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      counted.spend(
        ['sign-in by address', `203.0.113.${n % 20}`],
        ['telling by e-mail', 'one@example.jp'],
        ['reset by e-mail', `${n}@example.jp`],
      ),
    ),
  );
  expect(outcomes.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
  const refused = outcomes.flatMap((outcome) => (outcome.isAllowed ? [] : [outcome.by]));
  expect(refused).toEqual(Array(30).fill('telling by e-mail'));
  const one = await counted.spend(
    ['telling by e-mail', 'one@example.jp'],
    ['reset by e-mail', 'x'],
  );
  expect(one.isAllowed).toBe(false);
  const usedBy = async (purpose: string) => {
    const of = await db.select().from(attemptBudgets).where(eq(attemptBudgets.purpose, purpose));
    return of.reduce((sum, { attempts: count }) => sum + count, 0);
  };
  expect(await usedBy('sign-in by address')).toBe(40);
  expect(await usedBy('telling by e-mail')).toBe(10);
  for (let n = 0; n < 3; n++) {
    expect(await counted.spend(['reset by e-mail', 'x'])).toMatchObject({ isAllowed: true });
  }
});

test('tries before a change of SECRET count on, and what succeeds is given back', async () => {
  const [old, next] = ['x'.repeat(32), 'y'.repeat(32)];
  const before = attempts({ db, clock: () => clock.now, secret: old });
  const after = attempts({ db, clock: () => clock.now, secret: next, oldSecrets: [old] });
  const spend = (by: typeof after) => by.spend(['sign-up by address', '203.0.113.77']);
  for (let n = 0; n < 24; n++) expect(await spend(before)).toMatchObject({ isAllowed: true });
  const last = await spend(after);
  expect(await spend(after)).toMatchObject({ isAllowed: false });
  if (last.isAllowed) await last.giveBack();
  expect(await spend(after)).toMatchObject({ isAllowed: true });
  expect(await spend(after)).toMatchObject({ isAllowed: false });
});

test('no five minutes contain more tries than the limit, wherever they begin', async () => {
  const counted = attempts({ db, clock: () => clock.now, secret: 'x'.repeat(32) });
  const allowedAtMs: number[] = [];
  for (let n = 0; n < 400; n++) {
    clock.now = new Date(clock.now.getTime() + 2_500);
    const { isAllowed } = await counted.spend(['sign-in by address', '203.0.113.6']);
    if (isAllowed) allowedAtMs.push(clock.now.getTime());
  }
  for (const [index, atMs] of allowedAtMs.entries()) {
    const after = allowedAtMs[index + 25];
    if (after !== undefined) expect(after - atMs).toBeGreaterThan(5 * 60_000);
  }
  expect(allowedAtMs.length).toBeGreaterThan(50);
});

test('the table contains neither addresses nor e-mails', async () => {
  await from('203.0.113.8').signIn('nobody@example.jp');
  const rows = JSON.stringify(await db.select().from(attemptBudgets));
  expect(rows).not.toContain('203.0.113.8');
  expect(rows).not.toContain('nobody');
});

test('with generic messages nothing ever shows whether an e-mail is registered', async () => {
  const { createPerson } = quiet.services.auth;
  await createPerson({ email: 'hanako@example.jp', password: 'a long password', role: 'donor' });
  const page = browser(quiet.app);
  const nobody = await page.signIn('nobody@example.jp');
  const somebody = await page.signIn('hanako@example.jp', 'another password');
  expect(nobody.json()).toMatchObject({ type: 'ValidationError', message: wrong });
  expect(somebody.json()).toEqual(nobody.json());
  expect((await page.signUp('hanako@example.jp')).json().message).not.toBe(taken);
});

test('the time of an answer does not show whether an e-mail is registered', async () => {
  const time = async (email: string) => {
    const startMs = performance.now();
    await from('203.0.113.10').signIn(email, 'another password');
    return performance.now() - startMs;
  };
  const known: number[] = [];
  const unknowns: number[] = [];
  for (let n = 0; n < 12; n++) {
    known.push(await time('hanako@example.jp'));
    unknowns.push(await time(`nobody${n}@example.jp`));
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
  // Without equal hashing the gap would be some 20 ms and the ratio ten (figures of the bench).
  expect(median(unknowns)).toBeGreaterThan(median(known) / 2);
});
