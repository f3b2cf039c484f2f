import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { may } from '#kit/permissions/permissions.ts';
import { roles } from '#kit/permissions/roles.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { mostPeople } from './invitation.ts';
import { invitations } from './role-tables.server.ts';

const house = await testApp();
const { app, db, clock, services } = house;
const owner = await signedIn(house)('owner-1', 'owner');
const operator = await signedIn(house)('operator-1', 'operator');
const email = 'new@tasuki.example';
const password = 'a password of more than fifteen';
const names = {
  lastName: '見本',
  firstName: '花子',
  lastNameKana: 'みほん',
  firstNameKana: 'はなこ',
};
const start = new Date('2026-11-20T10:00:00+09:00');

beforeEach(async () => {
  clock.now = start;
  await db.delete(attemptBudgets);
  await db.delete(outboxMails);
  await db.delete(invitations);
  await db.delete(authUsers).where(eq(authUsers.email, email));
});

const post = (url: string, payload: object = {}, headers: Record<string, string> = owner) =>
  app.inject({ method: 'POST', url, payload, headers });
const invite = (changes: object = {}, headers = owner) =>
  post('/api/office/invitations', { email, role: 'warehouse', reason: '', ...changes }, headers);
/** A new token for the owner, since one lives five minutes. */
const ownerNow = () => headersOfSession(house, 'owner-1', true);
const open = async () =>
  (await app.inject({ url: '/api/office/invitations', headers: await ownerNow() })).json().items;
const token = () => mailedToken(db, 'invitation', email);
const read = async (of: string) => browser(app).post('/api/invitations/read', { token: of });
const register = (of: string, changes: object = {}, page = browser(app)) =>
  page.post('/api/invitations/register', { token: of, password, ...names, ...changes });
const roleOf = async (of = email) =>
  (await db.select().from(users).where(eq(users.email, of)))[0]?.role;

async function invited() {
  expect((await invite()).json()).toEqual({ outcome: 'sent', dueAt: null });
  return token();
}

describe('who has no account', () => {
  test('sees to what they are invited, registers by the link and has the role, its e-mail proven', async () => {
    const link = await invited();
    expect((await read(link)).json()).toEqual({
      email,
      place: 'たすきの運営',
      roleLabel: '倉庫',
      expiresAt: '20261127100000000',
      isStaff: false,
      isRegistered: false,
    });
    const page = browser(app);
    expect((await register(link, {}, page)).statusCode).toBe(200);
    expect(await roleOf()).toBe('warehouse');
    const [person] = await db.select().from(authUsers).where(eq(authUsers.email, email));
    expect(person?.emailVerified).toBe(true);
    // Signed in at once, but a second factor is needed before anything else.
    await page.renew();
    const reply = await page.get('/api/office/applications');
    expect([reply.statusCode, reply.json().template]).toEqual([403, 'second-factor-needed']);
    expect(await open()).toEqual([]);
    const [row] = await db.select().from(users).where(eq(users.email, email));
    expect(row?.lastSignInAt).toEqual(start);
    expect(row?.lastName).toBe('見本');
  });

  test('the link works once', async () => {
    const link = await invited();
    expect((await register(link)).statusCode).toBe(200);
    for (const reply of [await read(link), await register(link)]) {
      expect(reply.statusCode).toBe(410);
    }
  });

  test('of two who use a link at once one has an account', async () => {
    const link = await invited();
    const codes = (await Promise.all([register(link), register(link)])).map((r) => r.statusCode);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.some((code) => code === 409 || code === 410)).toBe(true);
  });

  test('the link works for seven days', async () => {
    const link = await invited();
    clock.now = new Date(start.getTime() + 7 * 86_400_000 - 1);
    expect((await read(link)).statusCode).toBe(200);
    clock.now = new Date(start.getTime() + 7 * 86_400_000);
    expect((await read(link)).statusCode).toBe(410);
    expect((await register(link)).statusCode).toBe(410);
    expect((await open())[0]).toMatchObject({ email, isExpired: true });
  });

  test.each([
    ['a short password', { password: 'ab12cd34ef' }, 'password'],
    ['their own e-mail as a password', { password: email }, 'password'],
    ['no name', { lastName: '' }, 'lastName'],
  ])('is refused with %s, and may try again', async (_, changes, path) => {
    const link = await invited();
    const reply = await register(link, changes);
    expect([reply.statusCode, reply.json().errors?.[0]?.path]).toEqual([400, path]);
    expect((await register(link)).statusCode).toBe(200);
  });

  test('replaces an unfinished registration of the address', async () => {
    await browser(app).signUp(email);
    expect((await register(await invited())).statusCode).toBe(200);
    expect(await roleOf()).toBe('warehouse');
  });

  test('leaves a trace, without the token in the database', async () => {
    const link = await invited();
    await register(link);
    const [row] = await db.select().from(invitations);
    expect(JSON.stringify(row)).not.toContain(link);
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, row?.id ?? ''))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual(['invitations.send', 'invitations.accept']);
    const events = await db
      .select()
      .from(auditLog)
      .where(
        and(eq(auditLog.action, 'security.role'), eq(auditLog.actorUid, row?.acceptedBy ?? '')),
      )
      .orderBy(auditLog.id);
    expect(events).toHaveLength(1);
    const mails = await db.select().from(outboxMails);
    expect(JSON.stringify(mails)).not.toContain(link);
  });
});

describe('who has an account', () => {
  async function donorAt(address = email) {
    await services.auth.createPerson({ email: address, password, role: 'donor' });
    const page = browser(app);
    await page.signIn(address, password);
    await page.renew();
    return page;
  }

  test('accepts when signed in, and goes on in a session of the role', async () => {
    const other = await donorAt();
    const page = browser(app);
    await page.signIn(email, password);
    await page.renew();
    const link = await invited();
    expect((await read(link)).json().isRegistered).toBe(true);
    const reply = await page.post('/api/invitations/accept', { token: link });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await roleOf()).toBe('warehouse');
    expect(await page.renew()).toBeDefined();
    expect((await page.get('/api/office/applications')).json().template).toBe(
      'second-factor-needed',
    );
    expect(await other.renew()).toBeUndefined();
  });

  test('cannot accept what was sent to somebody else, and it stays open for them', async () => {
    const page = await donorAt('somebody@tasuki.example');
    const link = await invited();
    const reply = await page.post('/api/invitations/accept', { token: link });
    expect(reply.statusCode).toBe(409);
    expect(reply.json().message).toContain('別のメールアドレス');
    expect(await roleOf('somebody@tasuki.example')).toBe('donor');
    expect((await read(link)).statusCode).toBe(200);
  });

  test('cannot register a second time', async () => {
    await donorAt();
    const link = await invited();
    expect((await register(link)).statusCode).toBe(409);
    expect((await read(link)).statusCode).toBe(200);
  });

  test('is no operator and staff at once', async () => {
    await donorAt();
    const link = await invited();
    const [person] = await db
      .update(users)
      .set({ role: 'staff' })
      .where(eq(users.email, email))
      .returning();
    await giveTotp(house, person?.uid ?? '');
    const headers = await headersOfSession(house, person?.uid ?? '');
    const reply = await post('/api/invitations/accept', { token: link }, headers);
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      expect.stringContaining('団体の担当者の方は'),
    ]);
    expect(await roleOf()).toBe('staff');
  });
});

test.each([
  ['who runs the service', 'to it', 'operator', 'すでに運営の役割'],
  ['who runs the service', 'as staff', 'staff', '運営の方は、同じメールアドレスで団体の'],
])('%s accepts no invitation %s', async (_who, _where, role, message) => {
  await services.auth.createPerson({ email, password, role: 'donor' });
  if (role === 'staff') {
    await insertAssociate(db, 'umi');
    await post('/api/office/associates/umi/people', { email, staffRole: 'editor' }, operator);
  } else await invite();
  const link = await token();
  const [person] = await db
    .update(users)
    .set({ role: 'warehouse' })
    .where(eq(users.email, email))
    .returning();
  await giveTotp(house, person?.uid ?? '');
  const headers = await headersOfSession(house, person?.uid ?? '');
  const reply = await post('/api/invitations/accept', { token: link }, headers);
  expect([reply.statusCode, reply.json().message]).toEqual([409, expect.stringContaining(message)]);
  expect(await roleOf()).toBe('warehouse');
  expect((await read(link)).statusCode).toBe(200);
});

describe('the owner', () => {
  test('neither withdraws nor sends again what was accepted', async () => {
    await register(await invited());
    const [row] = await db.select().from(invitations);
    for (const verb of ['withdraw', 'resend']) {
      expect((await post(`/api/office/invitations/${row?.id}/${verb}`)).statusCode).toBe(404);
    }
  });

  test(`has ${mostPeople} invitations open at most; those that are over do not count`, async () => {
    const others = Array.from({ length: mostPeople }, (_, n) => ({
      ...{ id: `open-${n}`, email: `open-${n}@tasuki.example`, role: 'operator' },
      ...{ tokenHash: `${n}`, invitedBy: 'owner-1', createdAt: start, expiresAt: start },
    }));
    await db.insert(invitations).values(others);
    const refused = await invite();
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining(`${mostPeople}人まで`),
    ]);
    for (const over of [{ withdrawnAt: start }, { acceptedAt: start, acceptedBy: 'x' }]) {
      const none = { withdrawnAt: null, acceptedAt: null, acceptedBy: null };
      await db
        .update(invitations)
        .set({ ...none, ...over })
        .where(eq(invitations.id, 'open-0'));
      expect((await invite()).statusCode).toBe(200);
      await db.delete(invitations).where(eq(invitations.email, email));
    }
  });

  test('withdraws an invitation: its link no longer works', async () => {
    const link = await invited();
    const [{ id }] = await open();
    expect((await post(`/api/office/invitations/${id}/withdraw`)).statusCode).toBe(200);
    expect((await read(link)).statusCode).toBe(410);
    expect(await open()).toEqual([]);
    expect((await post(`/api/office/invitations/${id}/withdraw`)).statusCode).toBe(404);
    // And may invite again.
    expect((await invite()).statusCode).toBe(200);
  });

  test('sends it again: with a new link, and the old one no longer works', async () => {
    const first = await invited();
    clock.now = new Date(start.getTime() + 8 * 86_400_000);
    const [{ id }] = await open();
    const resent = await post(`/api/office/invitations/${id}/resend`, {}, await ownerNow());
    expect(resent.statusCode, resent.body).toBe(200);
    const second = await token();
    expect(second).not.toBe(first);
    expect([(await read(first)).statusCode, (await read(second)).statusCode]).toEqual([410, 200]);
  });

  test('invites nobody twice, and nobody who runs the service already', async () => {
    await invited();
    expect((await invite()).statusCode).toBe(409);
    expect((await invite({ email: 'operator-1@tasuki.example' })).statusCode).toBe(409);
    expect(await open()).toHaveLength(1);
  });

  test('invites to no role of donors or staff', async () => {
    for (const role of ['donor', 'staff', 'king']) {
      expect((await invite({ role })).statusCode).toBe(400);
    }
  });

  test('invites to any role that can decide only with a second person', async () => {
    const deciding = roles.filter((role) => may(role, 'approvals.decide'));
    expect(deciding).toEqual(['accountant', 'operator', 'owner']);
    for (const role of deciding) {
      expect((await invite({ role })).json().outcome).toBe('asked');
      expect(await token()).toBe('');
      expect((await invite({ role })).statusCode).toBe(409);
      const [waiting] = (
        await app.inject({ url: '/api/office/approvals?state=waiting', headers: operator })
      ).json();
      expect(waiting).toMatchObject({ title: '運営への招待', subject: email });
      const done = await decideOn({ app }, waiting.id, operator);
      expect(done.statusCode, done.body).toBe(200);
      expect((await register(await token())).statusCode).toBe(200);
      expect(await roleOf()).toBe(role);
      await db.delete(authUsers).where(eq(authUsers.email, email));
      await db.delete(outboxMails);
    }
  });
});

test.each(['operator-1+two@tasuki.example', 'Operator-1@tasuki.example'])(
  'nobody who runs the service is invited a second time, at %s',
  async (alias) => {
    const reply = await invite({ email: alias, role: 'owner' });
    expect(reply.statusCode, reply.body).toBe(409);
    expect(reply.json().message).toContain('すでに運営の役割をお持ち');
  },
);

test('operators see the invitations but send none', async () => {
  expect((await app.inject({ url: '/api/office/invitations', headers: operator })).statusCode).toBe(
    200,
  );
  expect((await invite({}, operator)).statusCode).toBe(403);
});

test('guesses at links are counted', async () => {
  const codes: number[] = [];
  const page = browser(app, { remoteAddress: '192.0.2.77' });
  for (let n = 0; n < 26; n++) {
    codes.push((await page.post('/api/invitations/read', { token: 'a'.repeat(43) })).statusCode);
  }
  expect(codes.slice(0, 25)).toEqual(Array(25).fill(410));
  expect(codes[25]).toBe(429);
});

describe('an invitation to an organisation', () => {
  test('makes a donor staff, and who is staff elsewhere staff of both', async () => {
    await insertAssociate(db, 'aoba');
    await insertAssociate(db, 'beni');
    for (const [associateId, staffRole] of [
      ['aoba', 'editor'],
      ['beni', 'viewer'],
    ]) {
      const sent = await post(
        `/api/office/associates/${associateId}/people`,
        { email, staffRole },
        operator,
      );
      expect(sent.statusCode, sent.body).toBe(200);
    }
    const both = await db.select().from(outboxMails).where(eq(outboxMails.kind, 'invitation'));
    expect(both).toHaveLength(2);
    const noted = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'invitations.send'))
      .orderBy(auditLog.id);
    expect(noted.map(({ details }) => details).slice(-2)).toEqual([
      { to: 'editor', associate: 'aoba' },
      { to: 'viewer', associate: 'beni' },
    ]);
    const page = browser(app);
    const second = await token();
    expect((await read(second)).json().place).toBe('見本の会 beni');
    expect((await register(second, {}, page)).statusCode).toBe(200);
    expect(await roleOf()).toBe('staff');
    const [person] = await db.select().from(users).where(eq(users.email, email));
    await giveTotp(house, person?.uid ?? '');
    const headers = await headersOfSession(house, person?.uid ?? '');
    const [first] = await db.select().from(invitations).where(eq(invitations.associateId, 'aoba'));
    await post(`/api/office/associates/aoba/people/invitations/${first?.id}/resend`, {}, operator);
    const again = await post('/api/invitations/accept', { token: await token() }, headers);
    expect(again.statusCode, again.body).toBe(200);
    const rows = await db
      .select()
      .from(staffMemberships)
      .where(eq(staffMemberships.uid, person?.uid ?? ''));
    expect(rows.map(({ associateId, role }) => [associateId, role]).sort()).toEqual([
      ['aoba', 'editor'],
      ['beni', 'viewer'],
    ]);
  });
});
