import { eq, ne, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationToken } from '#giving/applications/application-tokens.server.ts';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authSessions, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from './browser.ts';
import { applyBody } from './factories/apply-body.ts';
import { insertAssociate } from './factories/donating.ts';
import { mailedToken } from './factories/mailed-token.ts';
import { moveEmail } from './factories/move-email.ts';
import { testApp, testSecret } from './test-app.ts';

// Every lifetime from both sides: valid a second before its end, expired at it. The lengths are
// written out, since docs/architecture.md, the mails and the privacy policy state them.

const { app, services, db, clock } = await testApp();
const [secondMs, dayMs] = [1_000, 24 * 60 * 60 * 1_000];
const began = new Date('2026-11-20T10:00:00+09:00');
const password = 'a long password';
const later = (ms: number) => {
  clock.now = new Date(began.getTime() + ms);
};

let count = 0;
let email = '';
beforeAll(() => insertAssociate(db, 'ao'));
beforeEach(async () => {
  clock.now = began;
  email = `hanako${++count}@example.jp`;
  for (const table of [attemptBudgets, outboxMails]) await db.delete(table);
  // Keep the service open.
  await db.delete(settings).where(ne(settings.key, 'opening'));
});

async function donor(of = email) {
  const uid = await services.auth.createPerson({ email: of, password, role: 'donor' });
  const page = browser(app);
  await page.signIn(of, password);
  await page.renew();
  return { uid, page };
}

async function guestApplication() {
  const payload = applyBody({ applicant: { email } });
  const reply = await app.inject({ method: 'POST', url: '/api/appraisal/apply', payload });
  return reply.json<{ appraisalId: string; claimToken: string }>();
}

/** Creates a link or token; returns a function that uses it later. */
const mailed: [what: string, lifeMs: number, make: () => Promise<() => Promise<number>>][] = [
  [
    'a link to reset the password: an hour',
    60 * 60 * secondMs,
    async () => {
      await donor();
      const visitor = browser(app);
      await visitor.post('/api/auth/request-password-reset', { email });
      const body = { token: await mailedToken(db, 'reset', email), newPassword: 'a new password' };
      return async () => (await visitor.post('/api/auth/reset-password', body)).statusCode;
    },
  ],
  [
    'a link to prove an address: a day',
    dayMs,
    async () => {
      const { page } = await donor();
      await page.post('/api/auth/send-verification-email');
      const body = { token: await mailedToken(db, 'verify-email', email) };
      return async () => {
        await page.renew();
        return (await page.post('/api/auth/verify-email', body)).statusCode;
      };
    },
  ],
  [
    'a link to take back a change of e-mail: a week',
    7 * dayMs,
    async () => {
      const { page } = await donor();
      const newEmail = `new-${email}`;
      await moveEmail(db, page, { email, password, newEmail });
      const body = { token: await mailedToken(db, 'email-changed', email) };
      return async () => (await browser(app).post('/api/auth/undo-email-change', body)).statusCode;
    },
  ],
  [
    'a link to follow an application: a year',
    365 * dayMs,
    async () => {
      const { appraisalId } = await guestApplication();
      const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
      expect(mail?.appraisalId).toBe(appraisalId);
      const payload = { appraisalId, token: applicationToken(testSecret, 'status', appraisalId) };
      return async () =>
        (await app.inject({ method: 'POST', url: '/api/applications/status', payload })).statusCode;
    },
  ],
  [
    'a claim on an application: thirty days',
    30 * dayMs,
    async () => {
      const { appraisalId, claimToken } = await guestApplication();
      const page = browser(app);
      return async () => {
        await page.signUp(email);
        await page.renew();
        const { statusCode } = await page.post('/api/users/createByAppraisalId', {
          appraisalId,
          claimToken,
        });
        return statusCode === 201 ? 200 : statusCode;
      };
    },
  ],
];

describe.each(mailed)('%s', (_what, lifeMs, make) => {
  test('is valid a second before its end', async () => {
    const use = await make();
    later(lifeMs - secondMs);
    expect(await use()).toBe(200);
  });

  test('is over at its end', async () => {
    const use = await make();
    later(lifeMs);
    expect([404, 410]).toContain(await use());
  });
});

test.each([
  [true, 30],
  [false, 1],
])(
  'a session that is to be remembered (%s) lives for %i days by the database',
  async (rememberMe, days) => {
    const uid = await services.auth.createPerson({ email, password, role: 'donor' });
    const page = browser(app);
    await page.post('/api/auth/sign-in/email', { email, password, rememberMe });
    const [session] = await db
      .select({ lifeDays: sql<number>`round(extract(epoch from expires_at - now()) / 86400)::int` })
      .from(authSessions)
      .where(eq(authSessions.userId, uid));
    expect(session).toEqual({ lifeDays: days });
    const endsIn = (interval: string) =>
      db
        .update(authSessions)
        .set({ expiresAt: sql`now() + ${interval}::interval` })
        .where(eq(authSessions.userId, uid));
    await endsIn('30 seconds');
    expect(await page.renew()).toBeDefined();
    await endsIn('-1 second');
    expect(await page.renew()).toBeUndefined();
  },
);

test('an access token is good for five minutes, and half a minute more for clocks that differ', async () => {
  const { page } = await donor();
  const status = async () => (await page.get('/api/users/account')).statusCode;
  const [, claims = ''] = ((await page.renew()) ?? '').split('.');
  const { exp, iat } = JSON.parse(`${Buffer.from(claims, 'base64url')}`);
  expect(exp - iat).toBe(5 * 60);
  clock.now = new Date(exp * secondMs + 29 * secondMs);
  expect(await status()).toBe(200);
  clock.now = new Date(exp * secondMs + 31 * secondMs);
  expect(await status()).toBe(401);
});

const mail = (key: string, ageMs: number) => ({
  dedupeKey: key,
  messageId: `<${key}@tasuki.example>`,
  kind: 'welcome',
  recipient: 'a@tasuki.example',
  subject: '見本',
  textBody: '見本',
  state: 'sent',
  createdAt: new Date(began.getTime() - ageMs),
});
const answered = (key: string, ageMs: number) => ({
  actor: '0',
  key,
  route: 'POST /',
  bodyHash: '',
  status: 200,
  response: {},
  createdAt: new Date(began.getTime() - ageMs),
});
const counted = (subjectHash: string, ageMs: number) => ({
  subjectHash,
  purpose: 'sign-in by address',
  windowStart: new Date(began.getTime() - ageMs),
  attempts: 1,
});

test('what is stored for days is removed at their end and not a second before', async () => {
  const both = <Row>(row: (key: string, ageMs: number) => Row, days: number) => [
    row('over', days * dayMs + secondMs),
    row('young', days * dayMs - secondMs),
  ];
  await db.delete(idempotencyKeys);
  await db.insert(outboxMails).values(both(mail, 180));
  await db.insert(idempotencyKeys).values(both(answered, 7));
  await db.insert(attemptBudgets).values(both(counted, 2));
  expect(await services.retention.sweep()).toBe(true);
  expect([
    ...(await db.select({ key: outboxMails.dedupeKey }).from(outboxMails)),
    ...(await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)),
    ...(await db.select({ key: attemptBudgets.subjectHash }).from(attemptBudgets)),
  ]).toEqual([{ key: 'young' }, { key: 'young' }, { key: 'young' }]);
});

test('a sign-up that never became an account stays for a day', async () => {
  const signedUp = (id: string, ageMs: number) => ({
    id: `${id}${count}`,
    name: '',
    email: `${id}-${email}`,
    createdAt: new Date(began.getTime() - ageMs),
  });
  await db
    .insert(authUsers)
    .values([signedUp('over', dayMs + secondMs), signedUp('young', dayMs - secondMs)]);
  await services.retention.sweep();
  const left = await db.select({ id: authUsers.id }).from(authUsers);
  expect(left.map(({ id }) => id)).toContain(`young${count}`);
  expect(left.map(({ id }) => id)).not.toContain(`over${count}`);
});
