import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, like } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { lockedAccountMessage, wrongPasswordMessage } from '#people/sign-in/sign-in.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { browser } from '#test/browser.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { insertWholePerson } from '#test/factories/whole-person.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { donorNotes } from './donor-tables.server.ts';

const house = await testApp();
const { app, db, services } = house;
const signIn = signedIn(house);
let operator: Awaited<ReturnType<typeof signIn>>;

const address = {
  zipcode: '1000001',
  prefecture: '東京都',
  line1: '新しい町',
  line2: '9-9',
  building: '',
};

beforeAll(async () => {
  operator = await signIn('op', 'operator');
  await signIn('tantou', 'staff');
  await insertAssociate(db, 'ao');
});
beforeEach(async () => {
  await db.delete(attemptBudgets);
});

let count = 0;
/** A member with an account of their own. */
async function member() {
  const uid = `member${++count}`;
  const headers = await signIn(uid);
  await db
    .update(users)
    .set({ lastName: '古井', firstName: '町子', line1: '古い町', tel: '0312345678' })
    .where(eq(users.uid, uid));
  return { uid, headers };
}
const post = (url: string, payload: object, more: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { ...operator, ...more } });
const get = (url: string) => app.inject({ url, headers: operator });
const mailsTo = (recipient: string) =>
  db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.recipient, recipient), eq(outboxMails.kind, 'facts-corrected')));
const lastEntry = async (action: string) =>
  (await db.select().from(auditLog).where(like(auditLog.action, action)).orderBy(auditLog.id)).at(
    -1,
  );

describe('a correction on somebody’s word', () => {
  test('is stored, written down with its reason, and told to them without old or new values', async () => {
    const { uid } = await member();
    const before = await get(`/api/office/donors/${uid}`);
    const reply = await post(
      `/api/office/donors/${uid}/correct`,
      { address, reason: 'お電話でのお申し出' },
      { 'if-match': String(before.headers.etag) },
    );
    expect([reply.statusCode, reply.json().account.address]).toEqual([200, address]);
    const [mail, ...others] = await mailsTo(`${uid}@tasuki.example`);
    expect(others).toEqual([]);
    expect(mail?.textBody).toMatch(/変更した内容：ご住所\n/);
    expect(mail?.textBody).toContain('/contact');
    expect(`${mail?.textBody}${JSON.stringify(mail?.content)}`).not.toMatch(/新しい町|古い町/);
    expect(await lastEntry('donors.correct')).toMatchObject({
      actorUid: 'op',
      subjectId: uid,
      details: { parts: ['address'], reason: 'お電話でのお申し出' },
    });
  });

  test('that changes nothing mails nobody', async () => {
    const { uid } = await member();
    const url = `/api/office/donors/${uid}`;
    const seen = { 'if-match': String((await get(url)).headers.etag) };
    const body = { tel: '03-1234-5678', reason: '確認' };
    expect((await post(`${url}/correct`, body, seen)).statusCode).toBe(200);
    expect(await mailsTo(`${uid}@tasuki.example`)).toEqual([]);
  });

  test('is refused where the person has changed it meanwhile, and nothing is overwritten', async () => {
    const { uid, headers } = await member();
    const { etag } = (await get(`/api/office/donors/${uid}`)).headers;
    await app.inject({
      method: 'POST',
      url: '/api/users/account/tel/update',
      payload: { tel: '09011112222' },
      headers,
    });
    const body = { tel: '09033334444', reason: 'お電話' };
    const ifMatch = { 'if-match': String(etag) };
    const reply = await post(`/api/office/donors/${uid}/correct`, body, ifMatch);
    expect(reply.statusCode).toBe(409);
    const now = await get(`/api/office/donors/${uid}`);
    expect(now.json().account.tel).toBe('09011112222');
    const again = { 'if-match': String(now.headers.etag) };
    expect((await post(`/api/office/donors/${uid}/correct`, body, again)).statusCode).toBe(200);
  });

  test('of an application is done until the kit leaves, and then no more', async () => {
    const email = 'applied@tasuki.example';
    await insertApplications(db, [application(300, { state: 'applied', email })]);
    const url = `/api/office/applications/${numberOf(300)}/correct`;
    const names = {
      lastName: '新井',
      firstName: '町子',
      lastNameKana: 'あらい',
      firstNameKana: 'まちこ',
    };
    const body = { names, address, reason: 'お電話' };
    expect((await post(url, body, { 'if-match': '"7"' })).statusCode).toBe(409);
    expect((await post(url, body)).statusCode).toBe(409);
    expect((await post(url, body, { 'if-match': '"1"' })).json().account).toMatchObject({ names });
    const [mail] = await mailsTo(email);
    expect(mail?.textBody).toMatch(/変更した内容：お名前、ご住所\n申込番号：TS-/);
    const isThis = eq(applications.appraisalId, numberOf(300));
    await db.update(applications).set({ state: 'kit-sent' }).where(isThis);
    const late = await post(url, { tel: '09011112222', reason: 'お電話' }, { 'if-match': '"2"' });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      expect.stringContaining('箱をお送りしたあと'),
    ]);
  });

  test.each(['owner', 'accountant', 'staff'] as const)(
    'changes nothing of an account of the role %s, as a lock and an erasure do',
    async (role) => {
      const uid = `corrected-${role}`;
      await signedIn(house)(uid, role);
      const names = {
        ...{
          lastName: '別人',
          firstName: '太郎',
          lastNameKana: 'べつじん',
          firstNameKana: 'たろう',
        },
      };
      const body = { names, tel: '09033334444', reason: 'お電話' };
      const reply = await post(`/api/office/donors/${uid}/correct`, body, { 'if-match': '"1"' });
      expect([reply.statusCode, reply.json().message]).toEqual([
        409,
        '運営や団体の担当者のアカウントには、この操作はできません。',
      ]);
      const [row] = await db.select().from(users).where(eq(users.uid, uid));
      expect(row).toMatchObject({ lastName: '', tel: '', accountVersion: 1 });
    },
  );

  test('needs a part and a reason, and an account', async () => {
    const { uid } = await member();
    const url = `/api/office/donors/${uid}/correct`;
    expect((await post(url, { reason: 'お電話' })).statusCode).toBe(400);
    expect((await post(url, { tel: '09011112222' })).statusCode).toBe(400);
    const guest = `/api/office/donors/${numberOf(300)}/correct`;
    const body = { tel: '09011112222', reason: 'お電話' };
    const refused = await post(guest, body, { 'if-match': '"1"' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('会員登録のある方'),
    ]);
  });
});

test('a note is read with its writer, and withdrawn it leaves no word behind', async () => {
  const { uid } = await member();
  const made = await post(`/api/office/donors/${uid}/notes`, { body: '午後のお電話を希望' });
  expect(made.statusCode).toBe(201);
  const { id } = made.json();
  expect((await get(`/api/office/donors/${uid}/notes`)).json()).toMatchObject([
    { id, body: '午後のお電話を希望', byName: 'op@tasuki.example', withdrawnAt: null },
  ]);
  const other = await member();
  const foreign = `/api/office/donors/${other.uid}/notes/${id}/withdraw`;
  expect((await post(foreign, {})).statusCode).toBe(404);
  for (let n = 0; n < 2; n++) {
    const reply = await post(`/api/office/donors/${uid}/notes/${id}/withdraw`, {});
    expect(reply.json()).toMatchObject({ body: '', withdrawnAt: expect.any(String) });
  }
  const stored = await db
    .select()
    .from(donorNotes)
    .where(eq(donorNotes.id, Number(id)));
  expect(stored[0]?.body).toBe('');
});

describe('a lock', () => {
  const lock = (uid: string, isLocked: boolean) =>
    post(`/api/office/donors/${uid}/lock`, { isLocked, reason: 'ご本人の依頼' });
  const status = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/users/account', headers })).statusCode;

  test('ends every session at once, here and within a second where another process sets it', async () => {
    const { uid, headers } = await member();
    expect(await status(headers)).toBe(200);
    expect((await lock(uid, true)).statusCode).toBe(200);
    expect(await status(headers)).toBe(401);
    expect(await db.$count(authSessions, eq(authSessions.userId, uid))).toBe(0);
    const elsewhere = await member();
    expect(await status(elsewhere.headers)).toBe(200);
    await db.update(users).set({ lockedAt: new Date() }).where(eq(users.uid, elsewhere.uid));
    await pause(1_000);
    expect(await status(elsewhere.headers)).toBe(401);
  });

  test('is told to who knows the password, and to nobody else', async () => {
    const email = 'locked@tasuki.example';
    const password = 'a long enough password';
    const uid = await services.auth.createPerson({ email, password, role: 'donor' });
    const page = browser(app);
    await lock(uid, true);
    const tell = async (typed: string) =>
      page.post('/api/auth/sign-in/email', { email, password: typed });
    const wrong = await tell('another long password');
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, wrongPasswordMessage]);
    const right = await tell(password);
    expect([right.statusCode, right.json().message]).toEqual([400, lockedAccountMessage]);
    expect(await db.$count(authSessions, eq(authSessions.userId, uid))).toBe(0);
    await lock(uid, false);
    expect((await tell(password)).statusCode).toBe(200);
  });

  test('set twice, or on staff and operators, is refused', async () => {
    const { uid } = await member();
    expect((await lock(uid, false)).statusCode).toBe(409);
    await lock(uid, true);
    expect((await lock(uid, true)).statusCode).toBe(409);
    for (const other of ['op', 'tantou']) expect((await lock(other, true)).statusCode).toBe(409);
    expect(await status(operator)).toBe(200);
  });
});

describe('on request', () => {
  const take = (id: string) => post(`/api/office/donors/${id}/export`, { reason: '開示のご請求' });
  const erase = (id: string, typed = '消去する') =>
    post(`/api/office/donors/${id}/erase`, { typed, reason: 'ご本人のご請求' });
  const json = (bytes: Buffer, name: string) =>
    JSON.parse(Buffer.from(unzipSync(bytes)[`json/${name}.json`] ?? []).toString());

  test('a donor’s data are handed over whole, to be found in the audit log', async () => {
    const { uid } = await insertWholePerson(db, 'hanako', 10);
    const reply = await take(uid);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(json(reply.rawPayload, 'account')).toMatchObject([{ uid }]);
    expect(json(reply.rawPayload, 'applications')).toHaveLength(4);
    expect(await lastEntry('donors.hand-over')).toMatchObject({
      subjectId: uid,
      details: { reason: '開示のご請求' },
    });
  });

  test('a guest’s data are what their e-mail says, and nobody else’s', async () => {
    const email = 'leaving@tasuki.example';
    await insertApplications(db, [
      application(401, { email, state: 'cancelled' }),
      application(402, { email, state: 'cancelled' }),
      application(403, { email: 'other@tasuki.example', state: 'cancelled' }),
    ]);
    const reply = await take(numberOf(401));
    const numbers = json(reply.rawPayload, 'applications').map(
      (one: { appraisalId: string }) => one.appraisalId,
    );
    expect(numbers.sort()).toEqual([numberOf(401), numberOf(402)].sort());
    expect(json(reply.rawPayload, 'account')).toEqual([]);
  });

  test('a record is erased once the word is typed, and refused while goods are under way', async () => {
    const email = 'erased@tasuki.example';
    await insertApplications(db, [
      application(411, { email, state: 'cancelled' }),
      application(412, { email, state: 'kit-sent' }),
    ]);
    expect((await erase(numberOf(411), '消去')).statusCode).toBe(400);
    const underWay = await erase(numberOf(411));
    expect([underWay.statusCode, underWay.json().message]).toEqual([
      409,
      expect.stringContaining(numberOf(412)),
    ]);
    await db
      .update(applications)
      .set({ state: 'returned' })
      .where(eq(applications.appraisalId, numberOf(412)));
    expect((await erase(numberOf(411))).statusCode).toBe(200);
    expect(await db.$count(applications, eq(applications.email, email))).toBe(0);
    expect((await get(`/api/office/donors/${numberOf(411)}`)).statusCode).toBe(404);
    const { uid, headers } = await member();
    expect((await erase(uid)).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/users/account', headers })).statusCode).toBe(401);
    expect(await lastEntry('donors.erase')).toMatchObject({ actorUid: 'op', subjectId: uid });
  });

  test('a guest whose e-mail has an account is dealt with there; staff are not donors', async () => {
    const { uid } = await member();
    const email = `${uid}@tasuki.example`;
    await insertApplications(db, [application(421, { email, state: 'cancelled' })]);
    expect((await take(numberOf(421))).statusCode).toBe(409);
    expect((await erase(numberOf(421))).statusCode).toBe(409);
    expect((await erase('tantou')).statusCode).toBe(409);
  });
});
