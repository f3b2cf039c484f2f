import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import {
  applicationToken,
  issueTokens,
  statusUrl,
} from '#giving/applications/application-tokens.server.ts';
import { giverConsentVersion } from '#giving/giver-lists/giver-consent.ts';
import type { Receipt } from '#giving/receipts/receipt.ts';
import { ownPaper } from '#giving/receipts/receipts.server.ts';
import { traceLinks } from '#giving/trace/trace-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { sendBySmtp } from '#kit/files/mail.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { nextNumber } from '#kit/numbers/numbers.server.ts';
import { restores } from '#kit/restores/restore-tables.server.ts';
import type { NextRun } from '#money/remittances/run.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { mailPreferences, outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import { oneClickUrl } from '#people/mail/unsubscribing.server.ts';
import { retractions } from '#people/retractions/retraction-tables.server.ts';
import { invitations } from '#people/roles/role-tables.server.ts';
import { browser } from '#test/browser.ts';
import { auditEntriesOf } from '#test/factories/audit-entries.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { mailedToken } from '#test/factories/mailed-token.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { certify, insertDonation, receiptDonor } from '#test/factories/receipts.ts';
import { callerFor, giveAccounts, sendRun } from '#test/factories/remit.ts';
import { restorable } from '#test/factories/restored.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { mailServer } from '#test/stand-ins/smtp-server.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { withNextNumbers } from '#warehouse/dealer-ledger/number-entries.server.ts';

// Each of these is broken by a restore that merely brings yesterday back: every test does so first in `backUp`, and
// then starts a new generation on it.

const start = new Date('2026-11-20T10:00:00+09:00');

async function openHouse() {
  const house = await testApp({ now: start });
  await insertAssociate(house.db, 'ao');
  await certify(house.db, 'ao', '2024-01-01', '2029-12-31');
  return { ...house, ...restorable(house), signIn: signedIn(house) };
}
type House = Awaited<ReturnType<typeof openHouse>>;

let house: House;
beforeEach(async () => {
  house = await openHouse();
});

const personCalled = (uid: string, role: 'donor' | 'operator' = 'donor'): Person => ({
  ...{ kind: 'person', uid, role, sessionId: '', associateIds: [], staffRoles: {} },
  lacksSecondFactor: false,
});

/** An hour goes by. */
const later = () => {
  house.clock.now = new Date(house.clock.now.getTime() + 60 * 60_000);
};
const post = async (url: string, uid: string, payload: object = {}, more = {}) => {
  const headers = { ...(await headersOfSession(house, uid, true)), ...more };
  return house.app.inject({ method: 'POST', url, headers, payload });
};
const seeMails = async (states: string[]) =>
  (
    await house.db
      .select({ key: outboxMails.dedupeKey })
      .from(outboxMails)
      .where(inArray(outboxMails.state, states))
      .orderBy(outboxMails.id)
  ).map(({ key }) => key);
const mailDeps = () => ({
  clock: () => house.clock.now,
  secret: testSecret,
  publicUrl: testOrigin,
});

describe('numbers and codes', () => {
  const issue = async (n: number) => {
    const payload = { kind: 'donation', appraisalId: numberOf(n), donor: receiptDonor };
    const reply = await post('/api/users/receipts', 'hanako', payload);
    expect(reply.statusCode, reply.body).toBe(200);
    const { number } = reply.json<Receipt>();
    const paper = await ownPaper(house.services.ctx, { uid: 'hanako' }, number);
    return { number, code: paper?.code ?? '' };
  };
  const verify = async (payload: object) =>
    (await house.app.inject({ method: 'POST', url: '/api/receipts/verify', payload })).json()
      .verdict;
  const gift = (n: number) =>
    insertDonation(house.db, { n, yen: n, on: '2026-11-10', uid: 'hanako' });

  test('go on under a new mark, and a paper printed since the backup is not on record', async () => {
    await house.signIn('hanako');
    for (const n of [1, 2, 3]) await gift(n);
    const before = await issue(1);
    await house.backUp();
    const lost = await issue(2);
    await house.restore();
    const after = await issue(2);
    expect([before.number, lost.number, after.number]).toEqual([
      ...['2026-000001', '2026-000002', '2026B-000002'],
    ]);
    expect(await verify(lost)).toBe('unknown');
    expect(await Promise.all([verify(before), verify(after)])).toEqual(['known', 'known']);
  });

  test('of every kind differ from all that were given before', async () => {
    const { db, clock } = house;
    const dealerLine = () =>
      transaction(db, (tx) =>
        withNextNumbers(
          tx,
          clock.now,
          (number) => sql`
            insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind,
              quantity, feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method,
              entered_by, entered_at, kept_until, folded)
            values (${number(sql`1`)}, 'TS-0000-0000', gen_random_uuid()::text, 1, '2026-11-20', 'purchase', '上着', 1, '黒',
              1, '甲', '乙', '会社員', 40, 'papers', 'op', ${clock.now.toISOString()}, '2029-12-31', '')`,
        ),
      );
    const takeAll = async () => {
      const taken = await transaction(db, async (tx) => [
        await nextNumber(tx, 'run', 2026),
        await nextNumber(tx, 'statement', 2026),
        await nextNumber(tx, 'receipt', 2026),
        `file ${await nextNumber(tx, 'file', 2026)}`,
      ]);
      await dealerLine();
      const { rows } = await db.execute<{ number: string }>(
        sql`select number from dealer_entries order by id desc limit 1`,
      );
      return [...taken, `line ${rows[0]?.number}`];
    };
    const before = await takeAll();
    await house.backUp();
    const lost = [...(await takeAll()), ...(await takeAll())];
    await house.restore();
    const after = [...(await takeAll()), ...(await takeAll())];
    const all = [...before, ...lost, ...after];
    expect(all.filter((number, index) => all.indexOf(number) !== index)).toEqual([]);
    expect(after.slice(0, 5)).toEqual([
      ...['2026B-002', 'S2026B-000002', '2026B-000002', 'file 1001', 'line 2026B-000002'],
    ]);
  });

  test('continue above those that later backups know of', async () => {
    const { db } = house;
    const next = () => transaction(db, (tx) => nextNumber(tx, 'receipt', 2026));
    await house.backUp();
    for (const _ of [1, 2, 3]) await next();
    const started = await house.restore({ knowsFloors: true });
    expect(started).toEqual({ generation: 2, mark: 'B' });
    expect(await next()).toBe('2026B-000004');
    const rows = await db.select().from(restores);
    expect(rows).toMatchObject([{ generation: 2, takenAt: start, restoredAt: start }]);
    const entries = await auditEntriesOf(db, '2');
    expect(entries.map(({ action }) => action)).toEqual(['restores.begin']);
  });

  test('of a batch of kits leave a gap on the day of the restore', async () => {
    await house.signIn('op', 'operator');
    const freeze = async (n: number, after: string) => {
      await insertApplications(house.db, [application(n, { state: 'applied' })]);
      const key = { 'idempotency-key': randomUUID() };
      const reply = await post('/api/office/kits/batches', 'op', { after }, key);
      expect(reply.statusCode, reply.body).toBe(201);
      return reply.json<{ id: string; number: number }>();
    };
    const first = await freeze(1, '');
    await house.backUp();
    const lost = await freeze(2, first.id);
    await house.restore();
    const after = await freeze(3, first.id);
    expect([first.number, lost.number, after.number]).toEqual([1, 2, 51]);
  });
});

describe('mails', () => {
  const write = (key: string) =>
    transaction(house.db, (tx) =>
      writeMail(
        tx,
        { kind: 'welcome', dedupeKey: key, to: `${key}@tasuki.example`, data: { name: '花子' } },
        mailDeps(),
      ),
    );
  const sendNow = async () => {
    const server = await mailServer();
    const dependencies = { ...house.dependencies, ...mailDeps() };
    const from = 'たすき <noreply@tasuki.example>';
    const sending = mailSending(dependencies, sendBySmtp({ url: server.url, from }));
    const count = await sending.sendWaiting();
    await server.close();
    return count;
  };

  test('that waited are held until a person sends or drops them, and new ones leave', async () => {
    await house.signIn('op', 'operator');
    for (const key of ['one', 'two', 'three']) await write(key);
    await house.backUp();
    expect(await sendNow()).toBe(3);
    await house.restore();
    expect(await sendNow()).toBe(0);
    await write('new');
    expect(await sendNow()).toBe(1);
    const headers = await headersOfSession(house, 'op', true);
    const listed = await house.app.inject({ url: '/api/office/held-mails', headers });
    expect(listed.json().items).toMatchObject([{ kind: 'welcome', count: 3, isSendable: true }]);
    const [first] = listed.json().items[0].mails;
    const dropped = await post('/api/office/held-mails/drop', 'op', { id: first.id });
    expect([dropped.statusCode, dropped.json()]).toEqual([200, { count: 1 }]);
    const sent = await post('/api/office/held-mails/send', 'op', { kind: 'welcome' });
    expect([sent.statusCode, sent.json()]).toEqual([200, { count: 2 }]);
    expect(await sendNow()).toBe(2);
    expect((await post('/api/office/held-mails/send', 'op', { all: true })).statusCode).toBe(409);
    expect(await seeMails(['sent'])).toEqual(['one', 'two', 'new']);
  });

  test('with an ended link cannot be sent, only dropped', async () => {
    await house.signIn('op', 'operator');
    await transaction(house.db, (tx) =>
      writeMail(
        tx,
        {
          kind: 'reset',
          dedupeKey: 'reset',
          to: 'a@tasuki.example',
          data: { name: '', resetUrl: `${testOrigin}/reset#token=x`, validMinutes: 60 },
        },
        mailDeps(),
      ),
    );
    await house.backUp();
    await house.restore();
    expect((await post('/api/office/held-mails/send', 'op', { all: true })).statusCode).toBe(409);
    expect((await post('/api/office/held-mails/drop', 'op', { all: true })).json()).toEqual({
      count: 1,
    });
  });

  test('that the product writes by itself are held until somebody looked at the restore', async () => {
    await house.signIn('op', 'operator');
    await house.backUp();
    await house.restore();
    const reminder = (key: string) =>
      house.db.execute(sql`
        insert into outbox_mails (dedupe_key, message_id, kind, recipient, subject, text_body, created_at)
        values (${key}, ${key}, 'kit-reminder', 'a@tasuki.example', '', '', now())`);
    await reminder('during');
    expect([await seeMails(['held']), await sendNow()]).toEqual([['during'], 0]);
    expect((await post('/api/office/restores/2/looked', 'op')).statusCode).toBe(409);
    await post('/api/office/held-mails/drop', 'op', { all: true });
    expect((await post('/api/office/restores/2/looked', 'op')).json().message).toContain('銀行');
    expect((await post('/api/office/restores/2/bank-checked', 'op')).statusCode).toBe(200);
    const looked = await post('/api/office/restores/2/looked', 'op');
    expect([looked.statusCode, looked.json().lookedAt]).toEqual([200, expect.any(String)]);
    await reminder('after');
    expect([await seeMails(['held']), await seeMails(['waiting'])]).toEqual([[], ['after']]);
  });

  test('about an application are sent with a link that works', async () => {
    await house.signIn('op', 'operator');
    await insertApplications(house.db, [application(1, { email: 'a@tasuki.example' })]);
    const linked = { appraisalId: numberOf(1), linkGeneration: 0 };
    const token = applicationToken(testSecret, 'status', numberOf(1));
    await transaction(house.db, async (tx) => {
      await issueTokens(tx, mailDeps(), 'status', [linked]);
      await writeMail(
        tx,
        {
          kind: 'goods-received',
          dedupeKey: 'arrived',
          to: 'a@tasuki.example',
          appraisalId: numberOf(1),
          data: {
            ...{ name: '花子', appraisalId: numberOf(1), targetName: '見本の会' },
            statusUrl: statusUrl(mailDeps(), linked),
          },
        },
        mailDeps(),
      );
    });
    const opens = async (one: string) =>
      (
        await house.app.inject({
          method: 'POST',
          url: '/api/applications/status',
          payload: { appraisalId: numberOf(1), token: one },
        })
      ).statusCode;
    expect(await opens(token)).toBe(200);
    await house.backUp();
    await house.restore();
    expect(await opens(token)).toBe(404);
    expect((await post('/api/office/held-mails/send', 'op', { all: true })).statusCode).toBe(200);
    expect(await opens(applicationToken(testSecret, 'status', numberOf(1), 1))).toBe(200);
  });
});

describe('sign-ins and links', () => {
  test('of before the backup have ended, and a repeated submit is still not executed again', async () => {
    const { app, db, services } = house;
    const email = 'hanako@example.jp';
    await services.auth.createPerson({ email, password: 'a long password', role: 'donor' });
    const page = browser(app);
    await page.signIn(email);
    await page.renew();
    await browser(app).post('/api/auth/request-password-reset', { email });
    const token = await mailedToken(db, 'reset', email);
    expect(token).toHaveLength(43);
    await db.insert(invitations).values({
      ...{ id: 'invited', email: 'new@example.jp', role: 'operator', tokenHash: 'hash' },
      ...{ invitedBy: 'op', createdAt: start, expiresAt: new Date('2026-11-27T00:00:00Z') },
    });
    await house.signIn('op', 'operator');
    await insertApplications(db, [application(1, { state: 'applied' })]);
    const key = { 'idempotency-key': randomUUID() };
    const submit = async () =>
      (await post('/api/office/kits/batches', 'op', { after: '' }, key)).json();
    const batch = await submit();
    await house.backUp();
    await house.restore();
    expect((await page.get('/api/auth/token')).statusCode).toBe(401);
    await expect.poll(async () => (await page.get('/api/users/account')).statusCode).toBe(401);
    const reset = await browser(app).post('/api/auth/reset-password', {
      ...{ token, newPassword: 'another long password' },
    });
    expect(reset.statusCode).toBeGreaterThanOrEqual(400);
    await db.delete(attemptBudgets);
    expect((await browser(app).signIn(email)).statusCode).toBe(200);
    const [invitation] = await db.select().from(invitations);
    expect(invitation?.withdrawnAt).toEqual(start);
    expect(await submit()).toEqual(batch);
    const [{ counts } = { counts: undefined }] = await db.select().from(restores);
    expect(counts).toMatchObject({
      sessions: expect.toSatisfy((many) => many > 1),
      invitations: 1,
    });
  });
});

describe('what was taken back since the backup', () => {
  const unsubscribe = (uid: string) =>
    house.app.inject({
      method: 'POST',
      url: oneClickUrl(mailDeps(), { kind: 'thanks', uid }).slice(testOrigin.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });

  test('is done again: erasures, consents, mails, rights and locks', async () => {
    const { db, services } = house;
    for (const uid of ['gone', 'stays', 'locked']) await house.signIn(uid);
    for (const uid of ['op', 'second']) await house.signIn(uid, 'operator');
    for (const uid of ['boss', 'other-boss']) await house.signIn(uid, 'owner');
    await house.signIn('editor', 'staff');
    await db.insert(staffMemberships).values({ uid: 'editor', associateId: 'ao', role: 'editor' });
    await insertApplications(db, [
      application(1, { email: 'guest@tasuki.example', state: 'cancelled' }),
      application(2, { email: 'other@tasuki.example', state: 'cancelled' }),
    ]);
    await insertDonation(db, { n: 3, uid: 'stays', yen: 3_000, on: '2026-11-10' });
    const consent = async (isAgreed: boolean) =>
      house.app.inject({
        method: 'PUT',
        url: '/api/users/giver-consents',
        headers: await headersOfSession(house, 'stays'),
        payload: { associateId: 'ao', isAgreed, textVersion: giverConsentVersion },
      });
    expect((await consent(true)).statusCode).toBe(200);
    await db.insert(traceLinks).values({
      ...{ id: 'shared', appraisalId: numberOf(3), tokenHash: 'hash', showsSums: true },
      createdAt: house.clock.now,
    });
    await house.backUp();

    later();
    await services.personalData.erase(personCalled('gone'));
    const guest = { email: 'guest@tasuki.example', appraisalId: numberOf(1) };
    await services.personalData.eraseOnRequest(personCalled('op', 'operator'), guest, 'お申し出');
    expect((await consent(false)).statusCode).toBe(200);
    expect((await unsubscribe('stays')).statusCode).toBe(200);
    const end = await house.app.inject({
      method: 'POST',
      url: '/api/users/trace-links/shared/end',
      headers: await headersOfSession(house, 'stays'),
    });
    expect(end.statusCode, end.body).toBe(200);
    const left = await post('/api/office/associates/ao/people/editor/remove', 'op');
    expect(left.statusCode, left.body).toBe(200);
    const removal = { from: 'operator', reason: '異動' };
    const asked = await post('/api/office/people/second/remove', 'boss', removal);
    expect(asked.statusCode, asked.body).toBe(200);
    const decided = await decideOn(
      house,
      asked.json<{ id: string }>().id,
      await headersOfSession(house, 'other-boss', true),
    );
    expect(decided.statusCode, decided.body).toBe(200);
    const lock = await post('/api/office/donors/locked/lock', 'op', {
      ...{ isLocked: true, reason: '本人の申し出' },
    });
    expect(lock.statusCode, lock.body).toBe(200);

    later();
    await house.restore();
    const people = await db.select().from(users).orderBy(users.uid);
    expect(people.map(({ uid, role }) => `${uid} ${role}`)).toEqual([
      ...['boss owner', 'editor donor', 'locked donor', 'op operator', 'other-boss owner'],
      ...['second donor', 'stays donor'],
    ]);
    const emails = await db.select({ email: applications.email }).from(applications);
    expect(emails.map(({ email }) => email).sort()).toEqual(
      ['', 'donor3@tasuki.example', 'other@tasuki.example'].sort(),
    );
    const { rows } = await db.execute<{ act: string }>(
      sql`select act from giver_consents order by id desc limit 1`,
    );
    expect(rows).toEqual([{ act: 'withdrawn' }]);
    expect(await db.select().from(mailPreferences)).toEqual([
      { uid: 'stays', kind: 'thanks', isWanted: false },
    ]);
    expect((await db.select().from(traceLinks))[0]?.endedAt).toEqual(house.clock.now);
    const [locked] = await db.select().from(users).where(eq(users.uid, 'locked'));
    expect(locked?.lockedAt).toEqual(house.clock.now);
    const [restore] = await db.select().from(restores);
    expect(restore).toMatchObject({
      counts: { erased: 2, withdrawn: 3, endedRights: 3 },
      open: [],
    });
  });

  test('stays locked and is listed where goods are under way again', async () => {
    const { db, services } = house;
    await house.signIn('gone');
    await insertApplications(db, [application(1, { uid: 'gone', state: 'kit-sent' })]);
    await house.backUp();
    later();
    await db.update(applications).set({ state: 'returned' });
    await services.personalData.erase(personCalled('gone'));
    later();
    await house.restore();
    const [person] = await db.select().from(users);
    expect(person).toMatchObject({ uid: 'gone', lockedAt: house.clock.now });
    const [restore] = await db.select().from(restores);
    expect(restore?.open).toEqual([
      { kind: 'person', subject: 'gone', why: expect.stringContaining(numberOf(1)) },
    ]);
  });

  test('is listed by keyed hashes, without personal data, and only what came after the backup counts', async () => {
    const { db, services, store } = house;
    await house.signIn('before');
    await services.personalData.erase(personCalled('before'));
    const [noted] = await db.select().from(retractions);
    expect(JSON.stringify(noted)).not.toContain('before@');
    expect([noted?.kind, noted?.hash.length]).toEqual(['person', 43]);
    later();
    await house.backUp();
    await house.signIn('before');
    await house.restore();
    const names = await store.list('erasures/');
    expect(names).toEqual([`erasures/2026-11-20/${noted?.id}.json`]);
    expect((await db.select().from(restores))[0]?.counts.erased).toBe(0);
  });
});

describe('runs of remittances', () => {
  test('whose file may have left are listed, and no money is sent until they were held against the bank', async () => {
    const { db } = house;
    await house.signIn('op', 'operator');
    await house.signIn('boss', 'owner');
    await house.signIn('hanako');
    await insertDonation(db, { n: 1, yen: 30_000, on: '2026-11-10', uid: 'hanako' });
    await bookGift(db, {
      id: 'donation 1',
      yen: 30_000,
      at: new Date('2026-11-10T12:00:00+09:00'),
    });
    await giveAccounts(house);
    await house.backUp();
    later();
    const lost = await sendRun(house, { asks: 'op', approves: 'boss' });
    await house.restore();
    const ask = callerFor(house, 'op');
    const next = (await ask('remittance-runs/next')).json<NextRun>();
    const wish = {
      periodTo: '2026-11-20',
      transferOn: next.transferOn,
      after: next.latestRunId,
    };
    const refused = await ask('remittance-runs', wish);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('二重の振込'),
    ]);
    expect((await ask('restores/2/bank-checked', {})).statusCode).toBe(200);
    const again = await ask('remittance-runs', wish);
    expect(again.statusCode, again.body).toBe(200);
    expect([lost.run.number, again.json().run.number]).toEqual(['2026-001', '2026B-001']);

    // A run that was under way when the backup was taken is named.
    await house.backUp();
    later();
    await house.restore();
    const [, restore] = await db.select().from(restores).orderBy(restores.generation);
    expect(restore).toMatchObject({
      generation: 3,
      runs: [{ number: '2026B-001', state: 'draft', amountYen: again.json().run.amountYen }],
      bankCheckedAt: null,
    });
  });
});
