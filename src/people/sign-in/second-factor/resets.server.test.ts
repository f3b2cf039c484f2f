import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import type { SecondFactorReset } from '#people/sign-in/second-factor.ts';
import { secondFactorResets } from '#people/sign-in/second-factor-tables.server.ts';
import { authSessions, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import { withSecondFactors } from '#test/factories/second-factor.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';

const running = await testApp();
const { app, db, clock } = running;
const { person, setUpTotp, addPasskey, signInByPasskey, wait } = withSecondFactors(running);
const url = '/api/office/second-factor-resets';
const reason = '電話を紛失し、予備コードもお持ちでない。ご本人と電話で確認済み。';

let count = 0;
let email = '';
type Headers = Record<string, string>;
let one: Headers;
let other: Headers;
let uids: [string, string];
beforeEach(async () => {
  email = `lost${++count}@example.jp`;
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await db.delete(attemptBudgets);
  await db.delete(authUsers);
  const signIn = signedIn(running);
  uids = [`one${count}`, `other${count}`];
  [one, other] = [await signIn(uids[0], 'operator'), await signIn(uids[1], 'operator')];
});

const send = (headers: Headers, path: string, payload: object) =>
  app.inject({ method: 'POST', url: `${url}${path}`, headers, payload });
const listFor = async (headers: Headers) =>
  (await app.inject({ url, headers })).json<{ items: SecondFactorReset[] }>().items;

async function lost() {
  const { uid, page } = await person(email, 'operator');
  await setUpTotp(page);
  const { device } = await addPasskey(page);
  wait(60);
  return { uid, page, device };
}
async function asked() {
  const all = await lost();
  const reply = await send(one, '', { email, reason });
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
  const [item] = await listFor(other);
  return { ...all, id: item?.id ?? '' };
}

test('one operator asks, another agrees: second factors and sessions of the person are gone', async () => {
  const { uid, page, device, id } = await asked();
  await db.update(users).set({ lastName: '髙橋', firstName: '花子' }).where(eq(users.uid, uid));
  expect(await listFor(other)).toEqual([
    {
      id,
      email,
      personName: '髙橋 花子',
      reason,
      askedBy: `${uids[0]}@tasuki.example`,
      askedAt: '20261120100100000',
      mayApprove: true,
    },
  ]);
  expect((await listFor(one))[0]?.mayApprove).toBe(false);
  expect((await send(other, '/approve', { id })).statusCode).toBe(200);
  expect(await listFor(other)).toEqual([]);

  expect(await page.renew()).toBeUndefined();
  expect(await db.$count(authSessions, eq(authSessions.userId, uid))).toBe(0);
  expect((await signInByPasskey(browser(app), device)).statusCode).toBe(400);
  const again = browser(app);
  expect((await again.signIn(email)).json()).toMatchObject({ twoFactor: false });
  // An operator has to set up a new one before anything else.
  await again.renew();
  expect((await again.get('/api/office/mails')).json().template).toBe('second-factor-needed');
  const { recoveryCodes } = await setUpTotp(again);
  expect(recoveryCodes).toHaveLength(10);

  const mails = await db.select().from(outboxMails).where(eq(outboxMails.recipient, email));
  expect(mails.map(({ textBody }) => textBody).join()).toContain(
    '運営の手続きで、2段階認証を解除しました',
  );
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, uid))
    .orderBy(auditLog.id);
  expect(
    log
      .filter(({ action }) => action.startsWith('second-factor.'))
      .map(({ action, actorUid }) => [action, actorUid]),
  ).toEqual([
    ['second-factor.ask', uids[0]],
    ['second-factor.approve', uids[1]],
  ]);
});

test('neither who asked nor the person concerned may agree', async () => {
  const { page, id } = await asked();
  const own = await send(one, '/approve', { id });
  const message = '依頼した方と、ご本人は承認できません。ほかの運営者にお願いしてください。';
  expect([own.statusCode, own.json().message]).toEqual([409, message]);
  const concerned = await page.post(`${url}/approve`, { id });
  expect([concerned.statusCode, concerned.json().message]).toEqual([409, message]);
  expect((await page.get(url)).json().items[0].mayApprove).toBe(false);
  expect((await browser(app).signIn(email)).json().twoFactor).toBe(true);
});

test('nobody asks for their own, nor for who has none, is unknown or waits already', async () => {
  await asked();
  const refusals: [Headers, string, number, string][] = [
    [one, `${uids[0]}@tasuki.example`, 409, 'ご自身の'],
    [one, 'nobody@example.jp', 404, '見つかりませんでした'],
    [other, email, 409, 'すでに承認を待っています'],
  ];
  await person(`none.${email}`);
  refusals.push([one, `none.${email}`, 409, '設定していません']);
  for (const [headers, of, status, words] of refusals) {
    const reply = await send(headers, '', { email: of, reason });
    expect([reply.statusCode, reply.json().message]).toEqual([
      status,
      expect.stringContaining(words),
    ]);
  }
  const without = await send(one, '', { email, reason: ' ' });
  expect([without.statusCode, without.json().message]).toEqual([400, '理由を入力してください。']);
});

test('a donor’s can be taken away as well', async () => {
  const { page } = await person(email);
  await setUpTotp(page);
  wait();
  await send(one, '', { email, reason });
  const [item] = await listFor(other);
  expect((await send(other, '/approve', { id: item?.id })).statusCode).toBe(200);
  expect((await browser(app).signIn(email)).json().twoFactor).toBe(false);
});

test('a request is decided once', async () => {
  const { id } = await asked();
  const replies = await Promise.all([
    send(other, '/approve', { id }),
    send(one, '/decline', { id }),
    send(other, '/approve', { id }),
  ]);
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const late = await send(other, '/approve', { id });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'この依頼は、取り消されたか、期限が切れています。画面を読み込み直してください。',
  ]);
  expect((await send(other, '/approve', { id: 'unknown' })).statusCode).toBe(409);
});

test('one that was declined takes nothing away, and another may be made', async () => {
  const { id } = await asked();
  expect((await send(one, '/decline', { id })).statusCode).toBe(200);
  expect((await send(other, '/approve', { id })).statusCode).toBe(409);
  expect((await browser(app).signIn(email)).json().twoFactor).toBe(true);
  expect((await send(other, '', { email, reason })).statusCode).toBe(200);
});

/** Fresh headers: earlier tokens have expired by then. */
async function later(ms: number) {
  clock.now = new Date(clock.now.getTime() + ms);
  return headersOfSession(running, uids[1], true);
}

test('a request ends after seven days', async () => {
  const { id } = await asked();
  const week = 7 * 24 * 60 * 60_000;
  const almost = await later(week - 1);
  expect(await listFor(almost)).toHaveLength(1);
  const over = await later(1);
  expect(await listFor(over)).toEqual([]);
  expect((await send(over, '/approve', { id })).statusCode).toBe(409);
  expect((await send(over, '', { email, reason })).statusCode).toBe(200);
});

test('a request ends when the person sets a second factor up, or who asked is no operator any more', async () => {
  const { page, id } = await asked();
  wait(60);
  await addPasskey(page);
  const changed = await send(other, '/approve', { id });
  expect([changed.statusCode, changed.json().message]).toEqual([
    409,
    'ご依頼のあとに2段階認証の設定が変わりました。必要なときは、改めて依頼してください。',
  ]);
  await send(one, '/decline', { id });
  wait(60);
  await send(one, '', { email, reason });
  const [item] = await listFor(other);
  await db.update(users).set({ role: 'donor' }).where(eq(users.uid, uids[0]));
  expect((await send(other, '/approve', { id: item?.id })).statusCode).toBe(409);
});

test('what was asked cannot be written over, nor removed but with its person', async () => {
  const { uid, id } = await asked();
  const row = eq(secondFactorResets.id, id);
  await expect(
    db.update(secondFactorResets).set({ reason: '別の理由' }).where(row),
  ).rejects.toThrow();
  await expect(db.delete(secondFactorResets).where(row)).rejects.toThrow();
  await send(other, '/approve', { id });
  await expect(
    db.update(secondFactorResets).set({ outcome: 'declined' }).where(row),
  ).rejects.toThrow();
  await db.delete(authUsers).where(eq(authUsers.id, uid));
  expect(await db.$count(secondFactorResets)).toBe(0);
});
