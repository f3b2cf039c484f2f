import { beforeEach, expect, test } from 'vitest';
import { authAccounts } from '#server/db/schema/auth.ts';
import { type Page, serviceApp } from '#test/service-app.ts';

const { db, newPerson, registered, member, link, person, linkedTo } = await serviceApp();
let somebody = { sub: '', email: '' };
beforeEach(async () => {
  somebody = await newPerson();
});

async function unlink(by: Page, service = 'test') {
  await by.renew();
  return by.post('/api/auth/service/untie', { service });
}

test('the only way to sign in is not unlinked, also not the second of two at once', async () => {
  const owner = await registered(somebody);
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

test('a person can unlink only their own account', async () => {
  const { uid, page } = await member(`mine.${somebody.email}`);
  expect(await link(page, somebody.sub)).toContain('linked');
  const { page: other } = await member(`other.${somebody.email}`);
  expect((await unlink(other)).statusCode).toBe(404);
  expect(await linkedTo(uid)).toEqual(['credential', 'test']);
});
