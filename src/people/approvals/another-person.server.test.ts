import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { onePerson } from '#test/every-route/helper-accounts.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

// Who counts as another person, and from when (docs/decisions/0014); actions of one person alone are tested in
// test/every-route/one-person.test.ts.

const start = new Date('2026-11-20T10:00:00+09:00');
const house = await testApp({ now: start });
const { db, clock, services } = house;
const signIn = signedIn(house);
let { call, invite } = onePerson(house);
const later = (days: number) => {
  clock.now = new Date(start.getTime() + days * 86_400_000);
};

beforeEach(async () => {
  // Uids are reused for other people in each test.
  ({ call, invite } = onePerson(house));
  clock.now = start;
  await emptyTables(db, 'person_links', 'approvals');
  await db.execute(sql`delete from auth_users`);
  await db.delete(outboxMails);
  await signIn('worker', 'warehouse');
});

const ask = async (by: string) => {
  const body = { from: 'warehouse', to: 'accountant', reason: '' };
  const asked = await call(by, 'POST /api/office/people/worker/role', body);
  expect(asked.statusCode, asked.body).toBe(200);
  return asked.json<{ id: string; dueAt: string | null }>();
};
const decide = async (by: string, { id }: { id: string }) => {
  const { digest } = (await call(by, `GET /api/office/approvals/${id}`)).json<{ digest: string }>();
  const body = { digest, outcome: 'decline', note: '' };
  const reply = await call(by, `POST /api/office/approvals/${id}/decide`, body);
  return reply.statusCode === 200 ? 'decided' : reply.json<{ message: string }>().message;
};
const takeBack = (by: string, { id }: { id: string }) =>
  call(by, `POST /api/office/approvals/${id}/withdraw`);
/** A second owner invites, and the first one approves. */
const invited = (by: string, approves: string, email: string): Promise<string> =>
  invite(by, 'operator', email, async (id) => {
    const { digest } = (await call(approves, `GET /api/office/approvals/${id}`)).json();
    const body = { digest, outcome: 'approve', note: '' };
    const reply = await call(approves, `POST /api/office/approvals/${id}/decide`, body);
    expect(reply.statusCode, reply.body).toBe(200);
  });

test('who is new decides on nothing for seven days, and on nothing that was asked before', async () => {
  await signIn('boss', 'owner');
  await signIn('colleague', 'owner');
  const fresh = await invited('colleague', 'boss', 'fresh@mihon.example');
  later(6.9);
  const before = await ask('boss');
  // A colleague exists, so the one-day delay does not start.
  expect(before.dueAt).toBeNull();
  expect(await decide(fresh, before)).toContain('7日たっていない');
  later(7.1);
  expect(await decide(fresh, before)).toContain('役割になる前の依頼');
  await takeBack('boss', before);
  expect(await decide(fresh, await ask('boss'))).toBe('decided');
});

test('who was invited is another person for who invited them after thirty days', async () => {
  await signIn('boss', 'owner');
  const second = await invite('boss', 'operator', 'second@mihon.example');
  later(30.9);
  const within = await ask('boss');
  expect(within.dueAt).not.toBeNull();
  later(40);
  expect(await decide(second, within)).toContain('30日以内');
  await takeBack('boss', within);
  const after = await ask('boss');
  expect(after.dueAt).toBeNull();
  expect(await decide(second, after)).toBe('decided');
});

test('in a service of a few days two whom the installation made decide, and who was invited does not', async () => {
  for (const role of ['owner', 'operator'] as const) {
    const email = `${role}@mihon.example`;
    const uid = await services.auth.createPerson({ email, password: 'a long password', role });
    await giveTotp(house, uid);
  }
  const { rows } = await db.execute<{ uid: string }>(
    sql`select uid from users where role in ('owner', 'operator') order by role desc`,
  );
  const [owner = '', operator = ''] = rows.map(({ uid }) => uid);
  await db.execute(sql`update users set created_at = ${start.toISOString()} where uid = 'worker'`);
  const third = await invited(owner, operator, 'third@mihon.example');
  const asked = await ask(owner);
  expect(await decide(third, asked)).toContain('30日以内');
  expect(await decide(operator, asked)).toBe('decided');
});

test('two addresses that one mailbox reads are one person for ever', async () => {
  await signIn('boss', 'owner');
  await signIn('boss+two', 'operator');
  await signIn('other', 'operator');
  const asked = await ask('boss');
  expect(await decide('boss+two', asked)).toContain('同じメールボックス');
  expect(await decide('other', asked)).toBe('decided');
});

test('whose second factor was taken away decides on nothing that who asked for it asks for', async () => {
  await signIn('boss', 'owner');
  await signIn('colleague', 'operator');
  await signIn('lost', 'operator');
  const path = 'POST /api/office/second-factor-resets';
  await call('boss', path, { email: 'lost@tasuki.example', reason: '紛失' });
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from second_factor_resets where outcome is null`,
  );
  const approved = await call('colleague', `${path}/approve`, { id: rows[0]?.id });
  expect(approved.statusCode, approved.body).toBe(200);
  await giveTotp(house, 'lost');
  const asked = await ask('boss');
  expect(await decide('lost', asked)).toContain('30日以内');
  expect(await decide('colleague', asked)).toBe('decided');
});

test('what makes one person of two is written once and stays', async () => {
  await signIn('boss', 'owner');
  await invite('boss', 'operator', 'second@mihon.example');
  const { rows } = await db.execute(sql`select by_uid, way, from_role, to_role from person_links`);
  const link = { by_uid: 'boss', way: 'invited', from_role: 'donor', to_role: 'operator' };
  expect(rows).toEqual([link]);
  for (const change of [
    sql`update person_links set by_uid = null`,
    sql`delete from person_links`,
  ]) {
    await expect(db.execute(change)).rejects.toThrow();
  }
});
