import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { authAccounts, authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { type Page, serviceApp } from '#test/service-app.ts';
import { noteProof } from './identities.server.ts';

const { db, clock, newPerson, registered, member, link, person, linkedTo } = await serviceApp();
let somebody = { sub: '', email: '' };
beforeEach(async () => {
  somebody = await newPerson();
});

/** With the member's password; members without one have signed in anew at their service. */
async function unlink(by: Page, service = 'test', password?: string) {
  await by.renew();
  return by.post('/api/auth/service/untie', { service, ...(password && { password }) });
}

/** As recorded by a sign-in at their own service. */
async function proveAnew(uid: string) {
  const [session] = await db.select().from(authSessions).where(eq(authSessions.userId, uid));
  await db.transaction((tx) =>
    noteProof(tx, { uid, sessionId: session?.id ?? '', now: clock.now }),
  );
}

test('the only way to sign in is not unlinked, also not the second of two at once', async () => {
  const owner = await registered(somebody);
  const anyhow = await unlink(owner);
  expect([anyhow.statusCode, anyhow.json().message]).toEqual([
    400,
    expect.stringContaining('もう一度ログインしてから'),
  ]);
  await proveAnew((await person(somebody.email))?.id ?? '');
  const refused = await unlink(owner);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('先にパスワードを決めて'),
  ]);
  const { id: userId = '' } = (await person(somebody.email)) ?? {};
  const row = (providerId: string) => ({
    id: `${providerId} ${userId}`,
    accountId: `${providerId} ${userId}`,
    providerId,
    userId,
  });
  // One that is no longer offered does not count.
  await db.insert(authAccounts).values(row('former'));
  expect((await unlink(owner)).statusCode).toBe(409);
  expect((await unlink(owner, 'former')).statusCode).toBe(200);
  await db.insert(authAccounts).values(row('other'));
  await owner.renew();
  const both = await Promise.all(
    ['test', 'other'].map((id) => owner.post('/api/auth/service/untie', { service: id })),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await linkedTo(userId)).length).toBe(1);
});

test('of many requests at once that sign in anew none takes another for signed out', async () => {
  const owner = await registered(somebody);
  await proveAnew((await person(somebody.email))?.id ?? '');
  await owner.renew();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => owner.post('/api/auth/service/untie', { service: 'other' })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 404));
});

test('a person can unlink only their own account', async () => {
  const { uid, page } = await member(`mine.${somebody.email}`);
  expect(await link(page, somebody.sub)).toContain('linked');
  const { page: other } = await member(`other.${somebody.email}`);
  expect((await unlink(other, 'test', 'a wrong guess')).statusCode).toBe(400);
  expect((await unlink(other, 'test', 'a long password')).statusCode).toBe(404);
  expect(await linkedTo(uid)).toEqual(['credential', 'test']);
});
