import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applications, applicationTokens } from '#giving/applications/application-tables.server.ts';
import { applicationToken } from '#giving/applications/application-tokens.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import { users } from './account-tables.server.ts';

const { app, db, clock } = await testApp();
const names = { firstName: '太郎', lastName: '山田' };

let count = 0;
let email = '';
beforeAll(() => insertAssociate(db, 'ao'));
beforeEach(() => {
  email = `taro${++count}@example.jp`;
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
});

/** A browser after sign-up, without an account yet. */
async function newcomer(of = email, remoteAddress = '127.0.0.1') {
  const page = browser(app, { remoteAddress });
  await page.signUp(of);
  await page.renew();
  return page;
}
async function registered(of = email) {
  const page = await newcomer(of);
  expect((await page.post('/api/users', names)).statusCode).toBe(201);
  return page;
}
async function guestApplication() {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/appraisal/apply',
    payload: applyBody({ applicant: { email } }),
  });
  return reply.json() as { appraisalId: string; claimToken: string };
}
const claimOf = ({ appraisalId, claimToken }: { appraisalId: string; claimToken: string }) => ({
  appraisalId,
  claimToken,
});
const claimUrl = '/api/users/createByAppraisalId';
/** Applications of guests: two open ones, one already claimed, one with an expired link. */
async function linksOfFour() {
  const [mine, other, used, expired] = [
    await guestApplication(),
    await guestApplication(),
    await guestApplication(),
    await guestApplication(),
  ];
  const owner = await newcomer(`owner${email}`);
  await owner.post(claimUrl, claimOf(used));
  await db
    .update(applicationTokens)
    .set({ expiresAt: clock.now })
    .where(eq(applicationTokens.appraisalId, expired.appraisalId));
  return { mine, other, used, expired };
}
const row = async (of = email) => (await db.select().from(users).where(eq(users.email, of)))[0];
const uidOf = async (of = email) =>
  (await db.select().from(authUsers).where(eq(authUsers.email, of)))[0]?.id ?? '';
const ownerOf = async (appraisalId: string) =>
  (await db.select().from(applications).where(eq(applications.appraisalId, appraisalId)))[0]?.uid;
const mailsTo = async (to = email) =>
  (
    await db.select().from(outboxMails).where(eq(outboxMails.recipient, to)).orderBy(outboxMails.id)
  ).map((mail) => mail.kind);

test('an application becomes an account with its names, address and phone, and belongs to it', async () => {
  const application = await guestApplication();
  const page = await newcomer();
  const reply = await page.post(claimUrl, claimOf(application));
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({
    email,
    tel: '09012345678',
    names: {
      lastName: '髙橋',
      firstName: '花子',
      lastNameKana: 'たかはし',
      firstNameKana: 'はなこ',
    },
    address: {
      zipcode: '1000001',
      prefecture: '東京都',
      line1: 'みほん市見本町',
      line2: '1-2-3',
      building: '',
    },
  });
  expect(await ownerOf(application.appraisalId)).toBe(await uidOf());
  expect(await mailsTo()).toEqual(['application-received', 'welcome']);
});

test('a donation that was made meanwhile is claimed, too', async () => {
  const { appraisalId, claimToken } = await guestApplication();
  await db.execute(sql`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count,
      accepted_count, donation_yen, created_at)
    values (${appraisalId}, 'o', 'f', 'h', 'utf-8', 1, 1, 500, now());`);
  await db.execute(sql`
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on,
      appraised_on, item_count, priced_count, appraised_yen, bonus_yen, donation_yen, outcome,
      state_before, created_at)
    values (${appraisalId}, ${appraisalId}, ${appraisalId}, 2, 'h', '2026-11-01', '2026-11-02', 1, 1,
      500, 0, 500, 'completed', 'applied', now())`);
  await db.insert(donations).values({
    id: appraisalId,
    appraisalId,
    appraisalRowId: appraisalId,
    associateId: 'ao',
    amountYen: 500,
    needReceipt: true,
    donatedAt: clock.now,
  });
  const page = await newcomer();
  await page.post(claimUrl, { appraisalId, claimToken });
  const history = await page.get('/api/users/donations');
  expect(history.json()).toMatchObject([{ appraisalId, amount: 500 }]);
});

test('a claim whose response was lost is found again by its key', async () => {
  const application = await guestApplication();
  const page = await newcomer();
  const send = () => page.post(claimUrl, claimOf(application), { 'idempotency-key': 'one-claim' });
  const [first, again] = [await send(), await send()];
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.body).toBe(first.body);
});

test('guessed, foreign, used, expired and void claims are refused alike', async () => {
  const page = await newcomer();
  const { mine, other, used, expired } = await linksOfFour();
  const claims = [
    { ...claimOf(mine), claimToken: 'a'.repeat(43) },
    { ...claimOf(mine), claimToken: '' },
    { ...claimOf(mine), claimToken: mine.appraisalId },
    { ...claimOf(mine), claimToken: other.claimToken },
    { appraisalId: 'TS-0000-0000', claimToken: mine.claimToken },
    { appraisalId: "' or 1=1 --", claimToken: mine.claimToken },
    claimOf(used),
    claimOf(expired),
  ];
  const replies: string[] = [];
  for (const claim of claims) {
    const reply = await page.post(claimUrl, claim);
    replies.push(`${reply.statusCode} ${reply.body}`);
  }
  expect(new Set(replies).size).toBe(1);
  expect(replies[0]).toMatch(/^404 /);
  expect(await row()).toBeUndefined();
  expect(await ownerOf(mine.appraisalId)).toBeNull();
});

test('the mailed status link does not claim an application', async () => {
  const application = await guestApplication();
  const claimToken = applicationToken(testSecret, 'status', application.appraisalId);
  const page = await newcomer();
  expect((await page.post(claimUrl, { ...claimOf(application), claimToken })).statusCode).toBe(404);
});

test('of 50 who claim one application at once, one gets it', async () => {
  const application = await guestApplication();
  const pages = await Promise.all(
    Array.from({ length: 50 }, (_, n) => newcomer(`claim${n}.${email}`, `203.0.113.${n}`)),
  );
  // On a busy machine a long queue is refused with 503, which does not decide who wins.
  const claim = async (page: (typeof pages)[number]) => {
    for (;;) {
      const reply = await page.post(claimUrl, claimOf(application));
      if (reply.statusCode !== 503) return reply;
    }
  };
  const replies = await Promise.all(pages.map(claim));
  const statuses = replies.map((reply) => reply.statusCode).sort();
  expect(statuses).toEqual([201, ...Array(49).fill(404)]);
  const winner = replies.findIndex((reply) => reply.statusCode === 201);
  expect(await ownerOf(application.appraisalId)).toBe(await uidOf(`claim${winner}.${email}`));
});

const linkUrl = '/api/applications/claim-link';
const verify = (of = email) =>
  db.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.email, of));

test('who has an account claims only with a verified e-mail; until then nothing is lost', async () => {
  const page = await registered();
  const application = await guestApplication();
  const early = await page.post(claimUrl, claimOf(application));
  expect([early.statusCode, early.json().message]).toEqual([
    409,
    expect.stringContaining('メールアドレスの確認'),
  ]);
  expect(await ownerOf(application.appraisalId)).toBeNull();
  await verify();
  expect((await page.post(claimUrl, claimOf(application))).statusCode).toBe(201);
  expect(await ownerOf(application.appraisalId)).toBe(await uidOf());
});

test('claiming an application already in one’s history succeeds, even with a dead link', async () => {
  const page = await registered();
  await verify();
  const application = await guestApplication();
  const claim = () => page.post(claimUrl, claimOf(application));
  expect([(await claim()).statusCode, (await claim()).statusCode]).toEqual([201, 201]);
});

test('a claim link tells its holder whose application it is, before it is used', async () => {
  const application = await guestApplication();
  const reply = await browser(app).post(linkUrl, claimOf(application));
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(reply.json()).toEqual({
    appraisalId: application.appraisalId,
    targetName: expect.any(String),
    email,
    createdAt: expect.stringMatching(/^\d{17}$/),
    isYours: false,
  });
  // Reading the link does not consume it.
  const page = await newcomer();
  expect((await page.post(claimUrl, claimOf(application))).statusCode).toBe(201);
  await page.renew();
  expect((await page.post(linkUrl, claimOf(application))).json().isYours).toBe(true);
});

test('guessed, foreign, used and expired links get the same refusal', async () => {
  const { mine, other, used, expired } = await linksOfFour();
  const status = applicationToken(testSecret, 'status', mine.appraisalId);
  const stranger = await registered();
  const replies: string[] = [];
  for (const claim of [
    { ...claimOf(mine), claimToken: 'a'.repeat(43) },
    { ...claimOf(mine), claimToken: other.claimToken },
    { ...claimOf(mine), claimToken: status },
    claimOf(used),
    claimOf(expired),
  ]) {
    for (const page of [stranger, browser(app)]) {
      const reply = await page.post(linkUrl, claim);
      replies.push(`${reply.statusCode} ${reply.body}`);
    }
  }
  expect(new Set(replies).size).toBe(1);
  expect(replies[0]).toMatch(/^404 /);
});

test('a person with an account claims an application and keeps the account unchanged', async () => {
  const page = await registered();
  await verify();
  const application = await guestApplication();
  const reply = await page.post(claimUrl, claimOf(application));
  expect(reply.statusCode).toBe(201);
  expect(reply.json().names.firstName).toBe('太郎');
  expect(await ownerOf(application.appraisalId)).toBe(await uidOf());
});

test('a visitor neither registers nor claims', async () => {
  const application = await guestApplication();
  const page = browser(app);
  const replies = [
    await page.post('/api/users', names),
    await page.post(claimUrl, claimOf(application)),
  ];
  expect(replies.map((reply) => reply.statusCode)).toEqual([401, 401]);
});
