import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { auditEntriesOf, securityEventsOf } from '#test/factories/audit-entries.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { moveEmail } from '#test/factories/move-email.ts';
import { giveTotp } from '#test/factories/second-factor.ts';
import { type Page, serviceApp } from '#test/service-app.ts';
import { atProvider, oidcServer } from '#test/stand-ins/oidc-server.ts';
import { testOrigin } from '#test/test-app.ts';

// Linking and unlinking a service by the account's own person.

const second = await oidcServer({ publicUrl: testOrigin, id: 'second' });
const leaving = await oidcServer({ publicUrl: testOrigin, id: 'leaving' });
afterAll(() => second.close());
const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
await once(hanging, 'listening');
afterAll(() => {
  hanging.close();
  hanging.closeAllConnections();
});
const { port } = hanging.address() as AddressInfo;
const silent = { ...second.setting, id: 'silent', issuer: `http://localhost:${port}` };
const { app, db, clock, services, service, ...house } = await serviceApp({
  others: [second.setting, leaving.setting, silent],
});
const { newPerson, member, leaveToLink, comeBack, link, signInThere, registered, linkedTo, isIn } =
  house;
const password = 'a long password';
const account = '/mypage/account';
let sub = '';
let email = '';
let uid = '';
let page: Page;
beforeEach(async () => {
  ({ sub } = await newPerson());
  // Not the service's e-mail: signing in verifies both sides.
  email = `mine.${sub}@example.jp`;
  ({ uid, page } = await member(email));
});

async function unlink(by: Page, id = 'test') {
  await by.renew();
  return by.post('/api/auth/service/untie', { service: id, password });
}

async function mailsTo(recipient: string) {
  const rows = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, recipient), like(outboxMails.kind, 'service-%')))
    .orderBy(outboxMails.id);
  return rows.map(({ kind, textBody }) => [kind, textBody.includes('テストID')]);
}
async function linksAudited(uid: string) {
  const rows = await auditEntriesOf(db, uid);
  return rows.map(({ action, actorUid, details }) => [action, actorUid, details]);
}

test('a service is linked and unlinked, which the audit log and a mail show; it opens the account meanwhile', async () => {
  expect(await link(page, sub)).toBe(`${account}#service=linked`);
  expect(page.jar.has('tasuki.service')).toBe(false);
  expect(await linkedTo(uid)).toEqual(['credential', 'test']);
  await page.renew();
  expect((await page.get('/api/users/sign-in-methods')).json()).toMatchObject({
    hasPassword: true,
    services: [{ id: 'test', name: 'テストID', isOffered: true }],
    linkable: [{ id: 'other' }, { id: 'second' }, { id: 'leaving' }, { id: 'silent' }],
  });
  const byService = browser(app);
  expect(await signInThere(byService, sub)).toBe('/login#service=signed-in');
  await byService.renew();
  expect((await byService.get('/api/users/account')).json()).toMatchObject({ email });

  expect((await unlink(page)).json()).toEqual({ success: true });
  expect(await linkedTo(uid)).toEqual(['credential']);
  expect(await signInThere(browser(app), sub)).toBe('/join#service=newcomer');
  const details = { service: 'test' };
  expect(await linksAudited(uid)).toEqual([
    ['sign-in.tie', uid, details],
    ['sign-in.untie', uid, details],
  ]);
  const done = { outcome: 'done', service: 'test' };
  expect((await securityEventsOf(db, uid)).slice(1)).toEqual([
    ['security.service', { ...done, change: 'link' }],
    ['security.sign-in', done],
    ['security.service', { ...done, change: 'unlink' }],
  ]);
  expect(await mailsTo(email)).toEqual([
    ['service-tied', true],
    ['service-untied', true],
  ]);
  const again = await unlink(page);
  expect(again.statusCode).toBe(404);
});

test('linking needs a new sign-in: by the password', async () => {
  const post = (body: object) => page.post('/api/auth/service/tie', { service: 'test', ...body });
  const none = await post({});
  expect([none.statusCode, none.json().errors[0].path]).toEqual([400, 'password']);
  const wrong = await post({ password: 'a wrong password' });
  expect([wrong.statusCode, wrong.json().message]).toEqual([
    400,
    'いまのパスワードに誤りがあります。もう一度ご入力ください。',
  ]);
  expect(page.jar.has('tasuki.service')).toBe(false);
});

test('linking needs a new sign-in: at a service, where there is no password', async () => {
  const newcomer = await newPerson();
  const owner = await registered(newcomer);
  second.people.set(sub, {});
  await owner.renew();
  const body = { service: 'second' };
  const early = await owner.post('/api/auth/service/tie', body);
  expect([early.statusCode, early.json().message]).toEqual([
    400,
    expect.stringContaining('もう一度ログイン'),
  ]);
  const reply = await owner.post('/api/auth/service/leave-again', {
    service: 'test',
    screen: 'service/second',
  });
  const address = await atProvider().signIn(reply.json<{ url: string }>().url, newcomer.sub);
  expect(await comeBack(owner, address)).toBe(`${account}/service/second#service=proven`);
  const back = await atProvider().signIn(
    await leaveToLink(owner, { ...body, password: undefined }),
    sub,
  );
  expect(await comeBack(owner, back)).toBe(`${account}#service=linked`);
});

test('the service is asked to ask again who it is: not whoever is signed in there', async () => {
  const asked = new URL(await leaveToLink(page)).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({ prompt: 'login', max_age: '0' });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(asked.get(name)?.length).toBeGreaterThan(30);
  }
});

test('who is signed in as somebody else when they come back, or no more, gets nothing', async () => {
  const address = await atProvider().signIn(await leaveToLink(page), sub);
  const cookie = page.jar.get('tasuki.service') ?? '';
  const { uid: otherUid, page: stranger } = await member(`other.${email}`);
  stranger.jar.set('tasuki.service', cookie);
  expect(await comeBack(stranger, address)).toBe(`${account}#service=another-person`);

  const back = async (by: Page) => {
    const next = await atProvider().signIn(await leaveToLink(page), sub);
    by.jar.set('tasuki.service', page.jar.get('tasuki.service') ?? '');
    return comeBack(by, next);
  };
  const nobody = browser(app);
  expect(await back(nobody)).toBe('/login?back=%2Fmypage%2Faccount#service=signed-out');
  // Another browser of the same person has not signed in anew.
  const another = browser(app);
  await another.signIn(email);
  expect(await back(another)).toBe(`${account}#service=expired`);
  // An ended session does not count.
  const last = await atProvider().signIn(await leaveToLink(page), sub);
  await db
    .update(authSessions)
    .set({ expiresAt: new Date(0) })
    .where(eq(authSessions.userId, uid));
  expect(await comeBack(page, last)).toBe('/login?back=%2Fmypage%2Faccount#service=signed-out');
  expect([await linkedTo(uid), await linkedTo(otherUid)]).toEqual([['credential'], ['credential']]);
  expect(await linksAudited(uid)).toEqual([]);
  expect(await mailsTo(email)).toEqual([]);
});

test('an answer without its request, or to another, links nothing', async () => {
  const address = await atProvider().signIn(await leaveToLink(page), sub);
  expect(await comeBack(page, address.replace(/state=[^&]+/, 'state=x'))).toBe(
    `${account}#service=failed`,
  );
  // Sent to a signed-in person who requested nothing.
  const victim = await member(`victim.${email}`);
  expect(await comeBack(victim.page, address)).toBe('/login#service=expired');
  service.tamper = async (answer) => ({
    ...answer,
    id_token: await service.sign({
      ...JSON.parse(Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString()),
      nonce: 'another',
    }),
  });
  expect(await comeBack(page, address)).toBe(`${account}#service=failed`);
  expect([await linkedTo(uid), await linkedTo(victim.uid)]).toEqual([
    ['credential'],
    ['credential'],
  ]);
});

test('each failure comes back to the account with its own message', async () => {
  expect(await link(page, '')).toBe(`${account}#service=cancelled`);

  const { page: other } = await member(`other.${email}`);
  expect(await link(other, sub)).toBe(`${account}#service=linked`);
  expect(await link(page, sub)).toBe(`${account}#service=linked-elsewhere`);
  expect(await linkedTo(uid)).toEqual(['credential']);

  // Linked in another tab meanwhile.
  await unlink(other);
  const address = await atProvider().signIn(await leaveToLink(page), sub);
  const question = page.jar.get('tasuki.service') ?? '';
  expect(await link(page, sub)).toBe(`${account}#service=linked`);
  page.jar.set('tasuki.service', question);
  expect(await comeBack(page, address)).toBe(`${account}#service=linked-already`);
  await page.renew();
  const early = await page.post('/api/auth/service/tie', { service: 'test', password });
  expect([early.statusCode, early.json().message]).toEqual([
    409,
    expect.stringContaining('すでにこのアカウントに'),
  ]);

  const away = await page.post('/api/auth/service/tie', { service: 'silent', password });
  expect([away.statusCode, away.json().message]).toEqual([
    503,
    expect.stringContaining('応答がありません'),
  ]);
  const unknown = await page.post('/api/auth/service/tie', { service: 'none', password });
  expect(unknown.statusCode).toBe(404);
}, 15_000);

test('a service that becomes unreachable on the way gives an error', async () => {
  leaving.people.set(sub, {});
  const address = await atProvider().signIn(await leaveToLink(page, { service: 'leaving' }), sub);
  await leaving.close();
  expect(await comeBack(page, address)).toBe(`${account}#service=unavailable`);
  expect(await linkedTo(uid)).toEqual(['credential']);
});

test('an operator is not linked, nor somebody who becomes one on the way', async () => {
  const address = await atProvider().signIn(await leaveToLink(page), sub);
  await db.update(users).set({ role: 'operator' }).where(eq(users.uid, uid));
  services.auth.forget(uid);
  expect(await comeBack(page, address)).toBe(`${account}#service=password-only`);
  await giveTotp({ db }, uid);
  await page.renew();
  const reply = await page.post('/api/auth/service/tie', { service: 'test', password });
  expect([reply.statusCode, reply.json().message]).toEqual([
    409,
    expect.stringContaining('運営者'),
  ]);
  expect((await page.get('/api/users/sign-in-methods')).json()).toMatchObject({ linkable: [] });
  expect(await linkedTo(uid)).toEqual(['credential']);
});

test('a reset by mail ends a link that is under way', async () => {
  const address = await atProvider().signIn(await leaveToLink(page), sub);
  await browser(app).post('/api/auth/request-password-reset', { email });
  const token = await mailedToken(db, 'reset', email);
  const body = { token, newPassword: 'a new password' };
  expect((await browser(app).post('/api/auth/reset-password', body)).statusCode).toBe(200);
  expect(await comeBack(page, address)).toBe('/login?back=%2Fmypage%2Faccount#service=signed-out');
  expect([await isIn(page), await linkedTo(uid)]).toEqual([false, ['credential']]);
});

test('taking a change of e-mail back unlinks what was linked since, and leaves what was before', async () => {
  const later = () => {
    clock.now = new Date(clock.now.getTime() + 60_000);
  };
  expect(await link(page, sub)).toBe(`${account}#service=linked`);
  later();
  await page.renew();
  await moveEmail(db, page, { email, password, newEmail: `new.${email}` });
  later();
  second.people.set(sub, {});
  const address = await leaveToLink(page, { service: 'second' });
  expect(await comeBack(page, await atProvider().signIn(address, sub))).toContain('linked');
  expect(await linkedTo(uid)).toEqual(['credential', 'second', 'test']);
  const token = await mailedToken(db, 'email-changed', email);
  expect((await browser(app).post('/api/auth/undo-email-change', { token })).statusCode).toBe(200);
  expect(await linkedTo(uid)).toEqual(['credential', 'test']);
});
