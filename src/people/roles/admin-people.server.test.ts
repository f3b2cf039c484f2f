import { eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { urlOf } from '#kit/db/database.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { leaveUncommitted, waitForLocks } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { expectEndWithinASecond } from '#test/timing/session-end.ts';
import { approvals } from './role-tables.server.ts';

// Disables sign-in by sample people.
const house = await testApp({ allowSampleSignIns: false });
const { app, db, clock, services } = house;
const signIn = signedIn(house);
const start = new Date('2026-11-20T10:00:00+09:00');
const dayMs = 86_400_000;
type Headers = Record<string, string>;
let people: Record<'ayumi' | 'botan' | 'chihiro' | 'daichi', Headers>;

beforeEach(async () => {
  clock.now = start;
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(approvals);
  await db.delete(authUsers);
  // Each test gives the same uids to other people.
  await emptyTables(db, 'person_links');
  people = {
    ayumi: await signIn('ayumi', 'owner'),
    botan: await signIn('botan', 'owner'),
    chihiro: await signIn('chihiro', 'operator'),
    daichi: await signIn('daichi', 'warehouse'),
  };
});

const get = (url: string, headers: Headers) => app.inject({ url, headers });
const post = (url: string, payload: object, headers: Headers) =>
  app.inject({ method: 'POST', url, payload, headers });
const changeRole = (uid: string, from: Role, to: Role, by: Headers = people.ayumi) =>
  post(`/api/office/people/${uid}/role`, { from, to, reason: '担当替え' }, by);
const remove = (uid: string, from: Role, by: Headers = people.ayumi) =>
  post(`/api/office/people/${uid}/remove`, { from, reason: '' }, by);
const decide = (id: string, by: Headers, outcome: 'approve' | 'decline' = 'approve') =>
  decideOn({ app }, id, by, { outcome, note: '確かめました。' });
const roleOf = async (uid: string) =>
  (await db.select().from(users).where(eq(users.uid, uid)))[0]?.role;
const leave = (...uids: string[]) =>
  Promise.all(uids.map((uid) => db.delete(authUsers).where(eq(authUsers.id, uid))));
const mailed = async () =>
  (await db.select().from(outboxMails).orderBy(outboxMails.id)).map(({ kind, recipient }) => [
    kind,
    recipient.split('@')[0],
  ]);

describe('the list', () => {
  test('names everybody who runs the service, with role, second factor, sessions and last sign-in', async () => {
    await signIn('donor-1');
    await signIn('staff-1', 'staff');
    const reply = await get('/api/office/people', people.chihiro);
    expect(reply.json()).toMatchObject([
      { uid: 'ayumi', role: 'owner', hasSecondFactor: true, sessionCount: 1, isSelf: false },
      { uid: 'botan', role: 'owner' },
      { uid: 'chihiro', role: 'operator', isSelf: true, email: 'chihiro@tasuki.example' },
      { uid: 'daichi', role: 'warehouse', isChanging: false, lastSignInAt: null },
    ]);
    expect(reply.headers['x-total-count']).toBe('4');
  });

  test('is for owners and operators', async () => {
    expect((await get('/api/office/people', people.daichi)).statusCode).toBe(403);
    const accountant = await signIn('emi', 'accountant');
    expect((await get('/api/office/people', accountant)).statusCode).toBe(403);
  });

  test('shows the last sign-in, which is not recorded for donors', async () => {
    const password = 'a long password';
    for (const [email, role] of [
      ['worker@tasuki.example', 'warehouse'],
      ['giver@tasuki.example', 'donor'],
    ] as const) {
      await services.auth.createPerson({ email, password, role });
      const payload = { email, password };
      const origin = { origin: 'http://localhost:3000' };
      expect((await post('/api/auth/sign-in/email', payload, origin)).statusCode).toBe(200);
    }
    const rows = await db.select().from(users).where(like(users.email, '%er@tasuki.example'));
    expect(rows.map(({ role, lastSignInAt }) => [role, lastSignInAt]).sort()).toEqual([
      ['donor', null],
      ['warehouse', start],
    ]);
  });
});

describe('a role', () => {
  test('changes once a second person has approved it, and its person is told', async () => {
    const asked = await changeRole('daichi', 'warehouse', 'operator');
    expect(asked.json()).toEqual({ id: expect.any(String), dueAt: null });
    expect(await roleOf('daichi')).toBe('warehouse');
    expect(await mailed()).toEqual([
      ['approval-waiting', 'botan'],
      ['approval-waiting', 'chihiro'],
    ]);
    const { id } = asked.json();
    const [waiting] = (await get('/api/office/approvals', people.botan)).json();
    expect(waiting).toMatchObject({
      id,
      state: 'waiting',
      title: '役割の変更',
      subject: 'daichi@tasuki.example',
      facts: [{ label: '役割', before: '倉庫', after: '運営' }],
      reason: '担当替え',
      mayDecide: true,
      mayWithdraw: false,
    });
    const done = await decide(id, people.botan);
    expect(done.json()).toMatchObject({ state: 'done', decidedBy: 'botan@tasuki.example' });
    expect(await roleOf('daichi')).toBe('operator');
    expect((await mailed()).slice(2)).toEqual([
      ['role-changed', 'daichi'],
      ['approval-decided', 'ayumi'],
    ]);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, 'daichi'))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toContain('role.change');
    const events = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'security.role'))
      .orderBy(auditLog.id);
    expect(events.at(-1)).toMatchObject({ subjectId: 'daichi' });
    // At once, with the same token.
    expect((await get('/api/office/people', people.daichi)).statusCode).toBe(200);
  });

  test('stays when the second person declines', async () => {
    const { id } = (await changeRole('daichi', 'warehouse', 'owner')).json();
    expect((await decide(id, people.chihiro, 'decline')).json().state).toBe('declined');
    expect(await roleOf('daichi')).toBe('warehouse');
    // It can be requested again.
    expect((await changeRole('daichi', 'warehouse', 'owner')).statusCode).toBe(200);
  });

  test('is approved neither by the requester, nor the person concerned, nor people without the permission', async () => {
    const emi = await signIn('emi', 'accountant');
    const { id } = (await changeRole('chihiro', 'operator', 'owner')).json();
    expect((await decide(id, people.ayumi)).statusCode).toBe(409);
    expect((await decide(id, people.chihiro)).statusCode).toBe(409);
    expect((await decide(id, emi)).statusCode).toBe(404);
    expect((await get('/api/office/approvals', emi)).json()).toEqual([]);
    expect((await decide(id, people.daichi)).statusCode).toBe(403);
    expect(await roleOf('chihiro')).toBe('operator');
  });

  test('is asked for by owners alone', async () => {
    expect((await changeRole('daichi', 'warehouse', 'operator', people.chihiro)).statusCode).toBe(
      403,
    );
    expect((await remove('daichi', 'warehouse', people.chihiro)).statusCode).toBe(403);
  });

  test('of an unknown person, a donor or staff is not found', async () => {
    await signIn('donor-1');
    await signIn('staff-1', 'staff');
    for (const uid of ['nobody', 'donor-1', 'staff-1']) {
      expect((await changeRole(uid, 'warehouse', 'operator')).statusCode).toBe(404);
      expect((await remove(uid, 'warehouse')).statusCode).toBe(404);
    }
  });

  test('that is not the one on the screen, or one’s own, or the same, is refused', async () => {
    expect((await changeRole('daichi', 'operator', 'owner')).statusCode).toBe(409);
    expect((await changeRole('ayumi', 'owner', 'operator')).statusCode).toBe(409);
    expect((await remove('ayumi', 'owner')).statusCode).toBe(409);
    expect((await changeRole('daichi', 'warehouse', 'warehouse')).statusCode).toBe(400);
    expect((await changeRole('daichi', 'warehouse', 'donor')).statusCode).toBe(400);
  });

  test('waits once: a second request for the same person is refused until the first is over', async () => {
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    expect((await remove('daichi', 'warehouse')).statusCode).toBe(409);
    expect((await get('/api/office/people', people.ayumi)).json()[3].isChanging).toBe(true);
    expect((await post(`/api/office/approvals/${id}/withdraw`, {}, people.botan)).statusCode).toBe(
      409,
    );
    const taken = await post(`/api/office/approvals/${id}/withdraw`, {}, people.ayumi);
    expect(taken.json().state).toBe('withdrawn');
    // The one who withdrew it needs no mail about its end.
    expect((await mailed()).map(([kind]) => kind)).not.toContain('approval-decided');
    expect((await decide(id, people.botan)).statusCode).toBe(409);
    expect((await remove('daichi', 'warehouse')).statusCode).toBe(200);
  });

  test('that changed meanwhile is not approved any more', async () => {
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    await db.update(users).set({ role: 'accountant' }).where(eq(users.uid, 'daichi'));
    expect((await decide(id, people.botan)).statusCode).toBe(409);
    expect(await roleOf('daichi')).toBe('accountant');
  });

  test('requested by a person who can no longer sign in is not approved', async () => {
    const { id } = (await remove('botan', 'owner')).json();
    await db.update(users).set({ lockedAt: start }).where(eq(users.uid, 'ayumi'));
    expect((await decide(id, people.chihiro)).statusCode).toBe(409);
    expect(await roleOf('botan')).toBe('owner');
  });

  test('requested by a former owner is not approved', async () => {
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    await db.update(users).set({ role: 'operator' }).where(eq(users.uid, 'ayumi'));
    expect((await decide(id, people.botan)).statusCode).toBe(409);
    expect(await roleOf('daichi')).toBe('warehouse');
  });
});

describe('the last owner', () => {
  test('cannot be lost, even by two requests that are approved at once', async () => {
    const one = (await changeRole('botan', 'owner', 'operator', people.ayumi)).json();
    const other = (await changeRole('ayumi', 'owner', 'operator', people.botan)).json();
    const codes = (
      await Promise.all([decide(one.id, people.chihiro), decide(other.id, people.chihiro)])
    ).map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([200, 409]);
    const owners = await db.select().from(users).where(eq(users.role, 'owner'));
    expect(owners).toHaveLength(1);
  });

  // Ayumi requests that botan is no longer an owner, and may request it when the approval begins.
  test.each([
    ['has lost the role', "role = 'operator'"],
    ['cannot sign in any more', 'locked_at = now()'],
    ['is a person of the sample', 'is_sample = true'],
  ])('stays where the other owner %s as it is approved', async (_, change) => {
    const { id } = (await changeRole('botan', 'owner', 'operator')).json();
    const commit = await leaveUncommitted(
      urlOf(db),
      `update users set ${change} where uid = 'ayumi'`,
    );
    const decided = decide(id, people.chihiro);
    await waitForLocks(db, 1);
    await commit();
    expect([(await decided).statusCode, (await decided).json().message]).toEqual([
      409,
      expect.stringContaining('責任者が1人もいなくなる'),
    ]);
    expect(await roleOf('botan')).toBe('owner');
  });

  test('can be removed if another stays, and non-owners can even if none does', async () => {
    const first = (await changeRole('botan', 'owner', 'operator')).json();
    expect((await decide(first.id, people.chihiro)).statusCode).toBe(200);
    for (const [uid, from, to] of [
      ['daichi', 'warehouse', 'operator'],
      ['chihiro', 'operator', 'owner'],
    ] as const) {
      const { id } = (await changeRole(uid, from, to)).json();
      expect((await decide(id, people.botan)).statusCode).toBe(200);
      expect(await roleOf(uid)).toBe(to);
    }
  });
});

describe('an installation of one person', () => {
  const alone = () => leave('botan', 'chihiro');

  test('carries a change out a day later, and says so by mail', async () => {
    await alone();
    const asked = (await changeRole('daichi', 'warehouse', 'operator')).json();
    expect(asked.dueAt).toBe('20261121100000000');
    expect(await mailed()).toEqual([
      ['approval-delayed', 'ayumi'],
      ['approval-delayed', 'operator-mail'],
    ]);
    expect((await decide(asked.id, people.ayumi)).statusCode).toBe(409);
    clock.now = new Date(start.getTime() + dayMs - 1);
    await services.approvals.settleByTime();
    expect(await roleOf('daichi')).toBe('warehouse');
    clock.now = new Date(start.getTime() + dayMs);
    await Promise.all([services.approvals.settleByTime(), services.approvals.settleByTime()]);
    expect(await roleOf('daichi')).toBe('operator');
    const [row] = (
      await get('/api/office/approvals', await headersOfSession(house, 'ayumi'))
    ).json();
    expect(row).toMatchObject({ state: 'done', decidedBy: 'システム' });
    expect((await mailed()).filter(([kind]) => kind === 'approval-decided')).toHaveLength(1);
  });

  test('applies it in the hourly sweep', async () => {
    await alone();
    await changeRole('daichi', 'warehouse', 'operator');
    clock.now = new Date(start.getTime() + dayMs);
    expect(await services.retention.sweep()).toBe(true);
    expect(await roleOf('daichi')).toBe('operator');
  });

  test('can withdraw it within the day', async () => {
    await alone();
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    expect((await post(`/api/office/approvals/${id}/withdraw`, {}, people.ayumi)).statusCode).toBe(
      200,
    );
    clock.now = new Date(start.getTime() + 2 * dayMs);
    await services.approvals.settleByTime();
    expect(await roleOf('daichi')).toBe('warehouse');
  });

  test('that gets a second person keeps its day: a newcomer decides only on later requests', async () => {
    await alone();
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    const second = await signIn('emi', 'operator');
    clock.now = new Date(start.getTime() + 60_000);
    await db.update(users).set({ createdAt: clock.now }).where(eq(users.uid, 'emi'));
    const reply = await decide(id, second);
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringContaining('役割になる前の依頼'),
    ]);
    expect(await roleOf('daichi')).toBe('warehouse');
    const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
    expect(row?.dueAt).toEqual(new Date(start.getTime() + dayMs));
  });

  test('does not count the person concerned as a second person', async () => {
    await leave('botan', 'daichi');
    const asked = (await remove('chihiro', 'operator')).json();
    expect(asked.dueAt).not.toBeNull();
  });

  test.each([
    ['is locked', { lockedAt: start }],
    ['is of the sample', { isSample: true }],
  ])('counts nobody as a second person who %s', async (_, change) => {
    await leave('botan');
    await db.update(users).set(change).where(eq(users.uid, 'chihiro'));
    expect((await changeRole('daichi', 'warehouse', 'operator')).json().dueAt).not.toBeNull();
  });

  test('does not begin while one of the second persons is there', async () => {
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    await leave('botan');
    clock.now = new Date(start.getTime() + 2 * dayMs);
    await services.approvals.settleByTime();
    const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
    expect(row).toMatchObject({ state: 'waiting', dueAt: null });
  });

  test('begins where the second person leaves before they decide', async () => {
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    await alone();
    await services.approvals.settleByTime();
    const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
    expect(row?.dueAt).toEqual(new Date(start.getTime() + dayMs));
    clock.now = new Date(start.getTime() + dayMs);
    await services.approvals.settleByTime();
    expect(await roleOf('daichi')).toBe('operator');
  });

  test('declines by itself what does not fit any more, with the reason', async () => {
    await alone();
    const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
    await db.update(users).set({ role: 'accountant' }).where(eq(users.uid, 'daichi'));
    clock.now = new Date(start.getTime() + dayMs);
    await services.approvals.settleByTime();
    const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
    expect(row).toMatchObject({ state: 'declined', decidedBy: 'system' });
    expect(row?.decisionNote).toContain('役割が変わりました');
    expect(await roleOf('daichi')).toBe('accountant');
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id);
    expect(entries.map(({ action, actorUid }) => [action, actorUid])).toEqual([
      ['approvals.ask', 'ayumi'],
      ['approvals.reject', 'system'],
    ]);
  });
});

describe('a person who is removed', () => {
  test('is a donor, signed out, and all they did stays', async () => {
    const did = await get('/api/office/applications', people.daichi);
    expect(did.statusCode).toBe(200);
    const before = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorUid, 'daichi'))
      .orderBy(auditLog.id);
    const { id } = (await remove('daichi', 'warehouse')).json();
    expect((await decide(id, people.botan)).statusCode).toBe(200);
    expect(await roleOf('daichi')).toBe('donor');
    await expectEndWithinASecond(
      async () => (await get('/api/office/applications', people.daichi)).statusCode,
    );
    const after = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorUid, 'daichi'))
      .orderBy(auditLog.id);
    expect(after.filter(({ action }) => !action.startsWith('security.'))).toEqual(
      before.filter(({ action }) => !action.startsWith('security.')),
    );
    expect(before.length).toBeGreaterThan(0);
  });
});

describe('sessions', () => {
  test('are ended from afar within a second', async () => {
    expect((await get('/api/office/applications', people.daichi)).statusCode).toBe(200);
    const end = (uid: string, by: Headers) =>
      post(`/api/office/people/${uid}/end-sessions`, {}, by);
    expect((await end('daichi', people.chihiro)).statusCode).toBe(403);
    expect((await end('nobody', people.ayumi)).statusCode).toBe(404);
    expect((await end('ayumi', people.ayumi)).statusCode).toBe(409);
    expect((await end('daichi', people.ayumi)).statusCode).toBe(200);
    await expectEndWithinASecond(
      async () => (await get('/api/office/applications', people.daichi)).statusCode,
    );
    expect((await get('/api/office/people', people.ayumi)).json()[3].sessionCount).toBe(0);
  });
});

test('of two who decide at once one wins', async () => {
  const { id } = (await changeRole('daichi', 'warehouse', 'operator')).json();
  const codes = (
    await Promise.all([decide(id, people.botan), decide(id, people.chihiro, 'decline')])
  ).map(({ statusCode }) => statusCode);
  expect(codes.toSorted()).toEqual([200, 409]);
  const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
  expect(await roleOf('daichi')).toBe(row?.state === 'done' ? 'operator' : 'warehouse');
});

test('an approval that is none is not found', async () => {
  expect((await decide('nothing', people.botan)).statusCode).toBe(404);
});
