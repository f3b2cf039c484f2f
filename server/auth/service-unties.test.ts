import { beforeEach, expect, test } from 'vitest';
import { authAccounts } from '#server/db/schema/auth.ts';
import { type Page, serviceApp } from '#test/service-app.ts';

const { db, newPerson, registered, member, tie, person, tiedTo } = await serviceApp();
let somebody = { sub: '', email: '' };
beforeEach(async () => {
  somebody = await newPerson();
});

async function untie(by: Page, service = 'test') {
  await by.renew();
  return by.post('/api/auth/service/untie', { service });
}

test('the only way to sign in is not untied, also not the second of two at once', async () => {
  const owner = await registered(somebody);
  const refused = await untie(owner);
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
  // One that is offered no more is no way in.
  await db.insert(authAccounts).values(row('former'));
  expect((await untie(owner)).statusCode).toBe(409);
  expect((await untie(owner, 'former')).statusCode).toBe(200);
  await db.insert(authAccounts).values(row('other'));
  await owner.renew();
  const both = await Promise.all(
    ['test', 'other'].map((id) => owner.post('/api/auth/service/untie', { service: id })),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await tiedTo(userId)).length).toBe(1);
});

test('one unties from oneself alone', async () => {
  const { uid, page } = await member(`mine.${somebody.email}`);
  expect(await tie(page, somebody.sub)).toContain('tied');
  const { page: other } = await member(`other.${somebody.email}`);
  expect((await untie(other)).statusCode).toBe(404);
  expect(await tiedTo(uid)).toEqual(['credential', 'test']);
});
