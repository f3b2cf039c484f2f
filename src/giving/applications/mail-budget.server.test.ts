import { beforeAll, beforeEach, expect, test } from 'vitest';
import { idempotencyKeys } from '#kit/db/idempotency-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { applyBody } from '#test/factories/apply-body.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { applications } from './application-tables.server.ts';

const house = await testApp();
const { app, db, clock } = house;
let donor: { authorization: string };

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  donor = await signedIn(house)('donor-1');
});
beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
  await db.delete(idempotencyKeys);
  await db.delete(outboxMails);
  await db.delete(applications);
});

type Submit = { email?: string; address?: string; key?: string; boxes?: number; asDonor?: boolean };

const apply = ({ email = 'a@tasuki.example', address, key, boxes = 1, asDonor }: Submit = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/appraisal/apply',
    remoteAddress: address ?? '203.0.113.1',
    headers: { ...(asDonor && donor), ...(key && { 'idempotency-key': key }) },
    payload: applyBody({
      uid: asDonor ? 'donor-1' : '0',
      application: { boxes },
      applicant: { email },
    }),
  });

/** Applies one after another; returns how many were accepted. */
async function taken(count: number, submit: (n: number) => Submit) {
  let done = 0;
  for (let n = 0; n < count; n++) if ((await apply(submit(n))).statusCode === 201) done += 1;
  return done;
}
const fromAnywhere = (n: number) => `198.51.100.${n}`;

test('an address is mailed at most five times an hour, whatever the requesting IP', async () => {
  expect(await taken(8, (n) => ({ address: fromAnywhere(n), asDonor: n % 2 === 1 }))).toBe(5);
  expect(await db.$count(outboxMails)).toBe(5);
  expect(await db.$count(applications)).toBe(5);
  // However the address is spelled.
  expect((await apply({ email: 'A@Tasuki.example' })).statusCode).toBe(429);
  expect((await apply({ email: 'b@tasuki.example' })).statusCode).toBe(201);
});

test('a refusal says when to retry, and that nothing is lost', async () => {
  await taken(5, () => ({}));
  const reply = await apply();
  expect(reply.statusCode).toBe(429);
  expect(reply.json()).toEqual({
    type: 'TooManyRequests',
    message: expect.stringMatching(/^同じメールアドレス.*画面に残っています.*お送りください。$/),
  });
  const waitSeconds = Number(reply.headers['retry-after']);
  expect(waitSeconds).toBeGreaterThan(0);
  clock.now = new Date(clock.now.getTime() + waitSeconds * 1000);
  expect((await apply()).statusCode).toBe(201);
});

test('a guest’s address asks for sixty mails an hour, its /64 as one; donors are not counted by it', async () => {
  const address = '2001:db8:1:2::1';
  const other = '2001:db8:1:2:ffff::9';
  expect(await taken(62, (n) => ({ email: `a${n}@tasuki.example`, address }))).toBe(60);
  const neighbour = await apply({ email: 'c@tasuki.example', address: other });
  expect(neighbour.statusCode).toBe(429);
  expect(neighbour.json().message).toMatch(/^同じ回線/);
  expect((await apply({ email: 'c@tasuki.example', address, asDonor: true })).statusCode).toBe(201);
  expect((await apply({ email: 'd@tasuki.example' })).statusCode).toBe(201);
});

test('a replayed submit counts once, and a refused one not at all', async () => {
  await Promise.all(Array.from({ length: 20 }, () => apply({ key: 'same' })));
  expect(await taken(10, () => ({ boxes: 9 }))).toBe(0);
  expect(await taken(6, () => ({}))).toBe(4);
  // A replay still gets its response.
  expect((await apply({ key: 'same' })).statusCode).toBe(201);
});

test('of many submits at once no more get through', async () => {
  const replies = await Promise.all(
    Array.from({ length: 15 }, (_, n) => apply({ address: fromAnywhere(n) })),
  );
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
  expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
});
