import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { urlOf } from '#kit/db/database.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { leaveUncommitted, waitForLocks } from '#test/lock-waits.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { invitations } from './role-tables.server.ts';

const house = await testApp();
const { app, db } = house;
const signIn = signedIn(house);
type Headers = Record<string, string>;
type Name = 'edi' | 'ed2' | 'vio' | 'far' | 'operator' | 'accountant';
let people: Record<Name, Headers>;

beforeEach(async () => {
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(invitations);
  await db.delete(authUsers);
  await db.delete(associates);
  await insertAssociate(db, 'aoba');
  await insertAssociate(db, 'beni');
  people = {
    edi: await signIn('edi', 'staff'),
    ed2: await signIn('ed2', 'staff'),
    vio: await signIn('vio', 'staff'),
    far: await signIn('far', 'staff'),
    operator: await signIn('operator', 'operator'),
    accountant: await signIn('accountant', 'accountant'),
  };
  await db.insert(staffMemberships).values([
    { uid: 'edi', associateId: 'aoba', role: 'editor', createdAt: new Date(1) },
    { uid: 'ed2', associateId: 'aoba', role: 'editor', createdAt: new Date(2) },
    { uid: 'vio', associateId: 'aoba', role: 'viewer', createdAt: new Date(3) },
    { uid: 'far', associateId: 'beni', role: 'editor', createdAt: new Date(4) },
  ]);
  // The tokens are older than the memberships.
  for (const uid of ['edi', 'ed2', 'vio', 'far']) house.services.auth.forget(uid);
});

const own = '/api/staff/associates/aoba/people';
const asOperator = '/api/office/associates/aoba/people';
const get = (url: string, headers: Headers) => app.inject({ url, headers });
const post = async (url: string, payload: object, headers: Headers) =>
  app.inject({ method: 'POST', url, payload, headers });
const invite = (headers: Headers, base = own, email = 'new@tasuki.example') =>
  post(base, { email, staffRole: 'viewer' }, headers);
const remove = (uid: string, headers: Headers, base = own) =>
  post(`${base}/${uid}/remove`, {}, headers);
const change = (uid: string, from: string, to: string, headers: Headers, base = own) =>
  post(`${base}/${uid}/role`, { from, to }, headers);
const statusOf = async (reply: Promise<{ statusCode: number }>) => (await reply).statusCode;
const membershipOf = async (uid: string, associateId = 'aoba') =>
  (
    await db
      .select()
      .from(staffMemberships)
      .where(and(eq(staffMemberships.uid, uid), eq(staffMemberships.associateId, associateId)))
  )[0]?.role;
const roleOf = async (uid: string) =>
  (await db.select().from(users).where(eq(users.uid, uid)))[0]?.role;

test('editors and viewers see everybody of their organisation, and who is invited', async () => {
  await invite(people.edi);
  for (const [name, mayChange] of [
    ['edi', true],
    ['vio', false],
  ] as const) {
    const answer = (await get(own, people[name])).json();
    expect(answer.mayChange).toBe(mayChange);
    expect(answer.people).toMatchObject([
      { uid: 'edi', staffRole: 'editor', hasSecondFactor: true, isSelf: name === 'edi' },
      { uid: 'ed2', staffRole: 'editor' },
      { uid: 'vio', staffRole: 'viewer', isSelf: name === 'vio' },
    ]);
    expect(answer.invitations).toMatchObject([
      { email: 'new@tasuki.example', roleLabel: '閲覧のみの担当者', isExpired: false },
    ]);
  }
});

test('viewers change nothing', async () => {
  await invite(people.edi);
  const [invitation] = (await get(own, people.vio)).json().invitations;
  expect(await statusOf(invite(people.vio))).toBe(403);
  expect(await statusOf(remove('ed2', people.vio))).toBe(403);
  expect(await statusOf(change('vio', 'viewer', 'editor', people.vio))).toBe(403);
  for (const verb of ['resend', 'withdraw']) {
    const url = `${own}/invitations/${invitation.id}/${verb}`;
    expect(await statusOf(post(url, {}, people.vio))).toBe(403);
  }
});

test('another organisation does not exist for them, nor do its people and invitations', async () => {
  await invite(people.edi);
  const [{ id }] = (await get(own, people.edi)).json().invitations;
  expect(await statusOf(get(own, people.far))).toBe(404);
  expect(await statusOf(invite(people.far))).toBe(404);
  expect(await statusOf(remove('vio', people.far))).toBe(404);
  expect(await statusOf(change('vio', 'viewer', 'editor', people.far))).toBe(404);
  // Also through their own routes.
  const beni = '/api/staff/associates/beni/people';
  expect(await statusOf(remove('vio', people.far, beni))).toBe(404);
  for (const verb of ['resend', 'withdraw']) {
    expect(await statusOf(post(`${own}/invitations/${id}/${verb}`, {}, people.far))).toBe(404);
    expect(await statusOf(post(`${beni}/invitations/${id}/${verb}`, {}, people.far))).toBe(404);
  }
  for (const none of ['none', '__proto__', 'constructor']) {
    const url = `/api/staff/associates/${none}/people`;
    expect(await statusOf(get(url, people.edi))).toBe(404);
    const byOperator = `/api/office/associates/${none}/people`;
    expect(await statusOf(get(byOperator, people.operator))).toBe(404);
    expect(await statusOf(invite(people.operator, byOperator))).toBe(404);
  }
  expect(await membershipOf('vio')).toBe('viewer');
});

test('accountants look at an organisation’s people and change nothing', async () => {
  const answer = await get(asOperator, people.accountant);
  expect([answer.statusCode, answer.json().mayChange]).toEqual([200, false]);
  expect(await statusOf(invite(people.accountant, asOperator))).toBe(403);
  expect(await statusOf(remove('vio', people.accountant, asOperator))).toBe(403);
});

describe('an editor', () => {
  test('invites by mail, sends it again and takes it back', async () => {
    expect(await statusOf(invite(people.edi))).toBe(200);
    expect(await statusOf(invite(people.edi))).toBe(409);
    const [{ id }] = (await get(own, people.edi)).json().invitations;
    expect(await statusOf(post(`${own}/invitations/${id}/resend`, {}, people.edi))).toBe(200);
    expect(await db.$count(outboxMails, eq(outboxMails.kind, 'invitation'))).toBe(2);
    expect(await statusOf(post(`${own}/invitations/${id}/withdraw`, {}, people.edi))).toBe(200);
    expect(await statusOf(post(`${own}/invitations/${id}/resend`, {}, people.edi))).toBe(404);
    expect((await get(own, people.edi)).json().invitations).toEqual([]);
  });

  test('invites nobody who is staff there already, and not without end', async () => {
    expect(await statusOf(invite(people.edi, own, 'vio@tasuki.example'))).toBe(409);
    for (let n = 0; n < 50; n++) {
      const email = `new${n}@tasuki.example`;
      expect(await statusOf(invite(people.edi, own, email))).toBe(200);
    }
    expect(await statusOf(invite(people.edi, own, 'one-more@tasuki.example'))).toBe(429);
  });

  test('changes another’s role, as they saw it, and its person is told', async () => {
    expect(await statusOf(change('vio', 'viewer', 'editor', people.edi))).toBe(200);
    expect(await membershipOf('vio')).toBe('editor');
    expect(await statusOf(change('vio', 'viewer', 'editor', people.edi))).toBe(409);
    const [mail] = await db.select().from(outboxMails);
    expect([mail?.kind, mail?.recipient]).toEqual(['role-changed', 'vio@tasuki.example']);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, 'vio'))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toContain('staff-people.change');
    // Without signing in again.
    expect((await get(own, people.vio)).json().mayChange).toBe(true);
  });

  test('neither changes nor removes themselves', async () => {
    expect(await statusOf(change('edi', 'editor', 'viewer', people.edi))).toBe(409);
    expect(await statusOf(remove('edi', people.edi))).toBe(409);
  });

  test('removes somebody, who is a donor then and signed out', async () => {
    expect(await statusOf(remove('vio', people.edi))).toBe(200);
    expect([await membershipOf('vio'), await roleOf('vio')]).toEqual([undefined, 'donor']);
    expect(await statusOf(get(own, people.vio))).toBe(401);
    expect(await statusOf(remove('vio', people.edi))).toBe(404);
  });

  test('removes somebody who stays staff of another organisation', async () => {
    await db.insert(staffMemberships).values({ uid: 'vio', associateId: 'beni', role: 'viewer' });
    expect(await statusOf(remove('vio', people.edi))).toBe(200);
    expect([await roleOf('vio'), await membershipOf('vio', 'beni')]).toEqual(['staff', 'viewer']);
    expect(await statusOf(get(own, people.vio))).toBe(404);
    expect(await statusOf(get('/api/staff/associates/beni/people', people.vio))).toBe(200);
  });
});

describe('sessions', () => {
  const end = (uid: string, headers: Headers, base = own) =>
    post(`${base}/${uid}/end-sessions`, {}, headers);

  test.each([
    ['an editor', 'edi', own],
    ['an operator', 'operator', asOperator],
  ] as const)('are ended from afar by %s; the person stays and is audited', async (_, by, base) => {
    const row = async () =>
      (await get(base, people[by])).json().people.find(({ uid }: { uid: string }) => uid === 'vio');
    expect((await row()).sessionCount).toBe(1);
    expect(await statusOf(end('vio', people[by], base))).toBe(200);
    expect(await statusOf(get(own, people.vio))).toBe(401);
    expect([await membershipOf('vio'), (await row()).sessionCount]).toEqual(['viewer', 0]);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, 'vio'))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toContain('sessions.end');
  });

  test('cannot be ended by viewers, and not one’s own', async () => {
    expect(await statusOf(end('edi', people.vio))).toBe(403);
    expect(await statusOf(end('edi', people.accountant, asOperator))).toBe(403);
    expect(await statusOf(end('edi', people.far))).toBe(404);
    expect(await statusOf(end('far', people.edi))).toBe(404);
    expect(await statusOf(end('operator', people.edi))).toBe(404);
    expect(await statusOf(end('edi', people.edi))).toBe(409);
    expect(await statusOf(get(own, people.edi))).toBe(200);
  });
});

describe('the last editor', () => {
  test('stays when two editors remove each other at once', async () => {
    const codes = await Promise.all([
      statusOf(remove('ed2', people.edi)),
      statusOf(remove('edi', people.ed2)),
    ]);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const left = await db.$count(
      staffMemberships,
      and(eq(staffMemberships.associateId, 'aoba'), eq(staffMemberships.role, 'editor')),
    );
    expect(left).toBe(1);
  });

  test.each([
    ['another editor is taken away', `delete from staff_memberships where uid = 'edi'`],
    [
      'another editor becomes a viewer',
      `update staff_memberships set role = 'viewer' where uid = 'edi'`,
    ],
  ])('stays where %s at the same moment', async (_, statement) => {
    for (const attempt of [
      () => remove('ed2', people.edi),
      () => change('ed2', 'editor', 'viewer', people.edi),
    ]) {
      await db.delete(staffMemberships).where(eq(staffMemberships.uid, 'edi'));
      await db.insert(staffMemberships).values({ uid: 'edi', associateId: 'aoba', role: 'editor' });
      house.services.auth.forget('edi');
      const commit = await leaveUncommitted(urlOf(db), statement);
      const reply = attempt();
      await waitForLocks(db, 1);
      await commit();
      expect([(await reply).statusCode, (await reply).json().message]).toEqual([
        409,
        expect.stringContaining('1人もいなくなる'),
      ]);
      expect(await membershipOf('ed2')).toBe('editor');
    }
  });

  test('does not matter for viewers, or for an editor who stays one', async () => {
    await db
      .update(staffMemberships)
      .set({ role: 'viewer' })
      .where(eq(staffMemberships.uid, 'ed2'));
    expect(await statusOf(remove('ed2', people.edi))).toBe(200);
    expect(await statusOf(change('edi', 'editor', 'editor', people.operator, asOperator))).toBe(
      200,
    );
    expect(await db.$count(outboxMails)).toBe(1);
  });

  test('does not matter for a viewer removed by an editor who is removed meanwhile', async () => {
    await db
      .update(staffMemberships)
      .set({ role: 'viewer' })
      .where(eq(staffMemberships.uid, 'ed2'));
    const commit = await leaveUncommitted(
      urlOf(db),
      `delete from staff_memberships where uid = 'edi'`,
    );
    const reply = remove('ed2', people.edi);
    await waitForLocks(db, 1);
    await commit();
    expect([(await reply).statusCode, (await reply).body]).toEqual([200, expect.anything()]);
  });

  test('is removed by operators alone', async () => {
    expect(await statusOf(remove('ed2', people.edi))).toBe(200);
    expect(await statusOf(remove('edi', people.operator, asOperator))).toBe(200);
    expect(await membershipOf('edi')).toBeUndefined();
    expect(await statusOf(change('vio', 'viewer', 'editor', people.operator, asOperator))).toBe(
      200,
    );
  });
});
