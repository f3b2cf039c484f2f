import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  applicationChanges,
  applicationEvents,
  applications,
} from '#giving/applications/application-tables.server.ts';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { openedText } from '#test/factories/opened-mail.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { outboxMails } from './mail-tables.server.ts';
import { type Mail, writeMail, writeMails } from './outbox.server.ts';

const sampleHouse = await testApp({ allowSampleSignIns: true });
const house = await testApp({ allowSampleSignIns: false });
const withServer = await testApp({ hasMailServer: true });
type House = typeof house;
const operators = new Map<House, { authorization: string }>();

beforeAll(async () => {
  for (const one of [sampleHouse, house, withServer]) {
    operators.set(one, await signedIn(one)('operator-1', 'operator'));
  }
});
beforeEach(async () => {
  for (const { db } of [sampleHouse, house, withServer]) {
    await db.delete(outboxMails);
    await emptyTables(db, 'audit_log');
  }
});

const resetUrl = `${testOrigin}/reset#token=very-secret`;
async function writeReset({ db, clock }: House, key: string) {
  const dependencies = { clock: () => clock.now, publicUrl: testOrigin, secret: testSecret };
  await transaction(db, (tx) =>
    writeMail(
      tx,
      {
        kind: 'reset',
        dedupeKey: `reset:${key}`,
        to: `${key}@tasuki.example`,
        data: { name: '髙橋 花子', resetUrl, validMinutes: 60 },
      },
      dependencies,
    ),
  );
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.dedupeKey, `reset:${key}`));
  return mail?.id ?? 0;
}
const get = (one: House, path = '') =>
  one.app.inject({ url: `/api/office/mails${path}`, headers: operators.get(one) });
const retry = (one: House, id: number) =>
  one.app.inject({
    method: 'POST',
    url: `/api/office/mails/${id}/retry`,
    headers: operators.get(one),
  });

test('the operator reads mails, newest first, in pages', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 52; n++) ids.unshift(String(await writeReset(house, `mail-${n}`)));
  const first = await get(house);
  expect(first.json()[0]).toMatchObject({
    id: ids[0],
    kind: 'reset',
    to: 'mail-51@tasuki.example',
    state: 'waiting',
    sentAt: null,
  });
  expect(first.headers['x-total-count']).toBe('52');
  const pages = await pagesOf((url) => get(house, url), '');
  expect(pages.map((page) => page.json<{ id: string }[]>().map(({ id }) => id))).toEqual([
    ids.slice(0, 50),
    ids.slice(50),
  ]);
  expect((await get(house, '?state=dead')).json()).toEqual([]);
  expect((await get(house, '/999999')).statusCode).toBe(404);
  expect((await get(house, '/x')).statusCode).toBe(400);
});

/** Writes mails to a donor, to a guest about a box, and to a guest without one. */
async function writeOfAllKinds({ db, clock }: House): Promise<string[]> {
  const dependencies = { clock: () => clock.now, publicUrl: testOrigin, secret: testSecret };
  const about = { name: '髙橋 花子', appraisalId: numberOf(1), targetName: '見本の会' };
  const data = { ...about, statusUrl: `${testOrigin}/application-status` };
  const mails: Mail[] = [
    ['donor', { uid: 'donor', appraisalId: numberOf(1) }] as const,
    ['guest', { appraisalId: numberOf(2) }] as const,
    ['nobody', {}] as const,
  ].map(([name, whose]) => ({
    kind: 'kit-sent',
    dedupeKey: name,
    to: `${name}@tasuki.example`,
    ...whose,
    data,
  }));
  await transaction(db, (tx) => writeMails(tx, mails, dependencies));
  const rows = await db.select().from(outboxMails).orderBy(outboxMails.id);
  return rows.map(({ id }) => String(id));
}

test('mails to people with an account and to guests are listed, read and tried again alike', async () => {
  const ids = await writeOfAllKinds(house);
  const shown = [
    { id: ids[2], to: 'nobody@tasuki.example', appraisalId: null },
    { id: ids[1], to: 'guest@tasuki.example', appraisalId: numberOf(2) },
    { id: ids[0], to: 'donor@tasuki.example', appraisalId: numberOf(1) },
  ];
  const waiting = await get(house);
  expect(waiting.json()).toMatchObject(shown);
  expect(waiting.headers['x-total-count']).toBe('3');
  const [entry] = await house.db.select().from(auditLog);
  expect(entry?.details).toEqual({ ids: ids.map(Number).reverse() });
  for (const mail of shown) {
    expect((await get(house, `/${mail.id}`)).json()).toMatchObject({
      ...mail,
      text: expect.stringContaining('見本の会'),
    });
  }
  const file = await get(house, '.csv');
  expect(file.body.trim().split('\r\n')).toHaveLength(4);
  await house.db.update(outboxMails).set({ state: 'dead', attempts: 12 });
  expect((await get(house, '?state=dead')).json()).toMatchObject(shown);
  for (const { id, appraisalId } of shown) {
    expect((await retry(house, Number(id))).json()).toMatchObject({
      state: 'waiting',
      appraisalId,
    });
  }
});

test('links that only the recipient may use are hidden', async () => {
  const id = await writeReset(house, 'a');
  const { text, html } = (await get(house, `/${id}`)).json();
  expect(text).toContain('パスワードの再設定を承りました');
  expect(text).toContain('（ご本人専用のリンクのため、表示していません）');
  expect(`${text}${html}`).not.toMatch(/very-secret|sealed/);
});

test('while sample data is loaded, the links of its mails can be followed', async () => {
  const id = await writeReset(sampleHouse, 'a');
  const { text, html } = (await get(sampleHouse, `/${id}`)).json();
  expect(text).toContain(resetUrl);
  expect(html).toContain(`href="${resetUrl}"`);
});

test('with a mail server mails are listed and read as well, their links never', async () => {
  const id = await writeReset(withServer, 'a');
  expect((await get(withServer)).json()).toMatchObject([{ id: String(id) }]);
  const { text, html } = (await get(withServer, `/${id}`)).json();
  expect(text).toContain('パスワードの再設定を承りました');
  expect(`${text}${html}`).not.toMatch(/very-secret|sealed/);
  const entries = await withServer.db.select().from(auditLog);
  expect(entries.map(({ action }) => action)).toEqual(['mails.list', 'mails.read']);
});

test('a mail that was given up is tried again when the operator says so, no other', async () => {
  const id = await writeReset(house, 'a');
  expect((await retry(house, id)).statusCode).toBe(409);
  await house.db.update(outboxMails).set({ state: 'dead', attempts: 12 });
  expect((await retry(house, id)).json()).toMatchObject({ state: 'waiting', attempts: 0 });
  await house.db.update(outboxMails).set({ state: 'held' });
  expect((await retry(house, id)).json()).toMatchObject({ state: 'waiting' });
  expect((await retry(house, 999_999)).statusCode).toBe(404);
});

const search = (one: House, payload: object) =>
  one.app.inject({
    method: 'POST',
    url: '/api/office/mails/search',
    payload,
    headers: operators.get(one),
  });

test('mails are found by application, by person and by address, never in an address of a page', async () => {
  await writeOfAllKinds(house);
  const found = async (payload: object) =>
    (await search(house, payload)).json().map(({ to }: { to: string }) => to);
  expect(await found({ keyword: numberOf(2) })).toEqual(['guest@tasuki.example']);
  expect(await found({ keyword: 'Nobody@Tasuki.example' })).toEqual(['nobody@tasuki.example']);
  expect(await found({ keyword: 'nobody' })).toEqual([]);
  expect(await found({ appraisalId: numberOf(1) })).toEqual(['donor@tasuki.example']);
  expect(await found({ uid: 'donor' })).toEqual(['donor@tasuki.example']);
  expect(await found({ recipient: 'guest@tasuki.example' })).toEqual(['guest@tasuki.example']);
  expect((await search(house, { uid: 'donor' })).headers['x-total-count']).toBe('1');
  expect((await get(house, '?recipient=guest@tasuki.example')).statusCode).toBe(400);
  const entries = JSON.stringify(await house.db.select().from(auditLog));
  expect(entries).not.toContain('@tasuki.example');
});

describe('a mail that is sent again', () => {
  const resend = async (id: number | string, payload: object, version = 1) =>
    house.app.inject({
      method: 'POST',
      url: `/api/office/mails/${id}/resend`,
      payload,
      headers: { ...operators.get(house), 'if-match': `"${version}"` },
    });
  const rowOf = async (id: string | number) =>
    (
      await house.db
        .select()
        .from(outboxMails)
        .where(eq(outboxMails.id, Number(id)))
    )[0];

  /** A failed mail to a guest about their application. */
  async function failed() {
    await house.db.delete(applications);
    await insertAssociate(house.db, 'ao', '見本の会').catch(() => undefined);
    await insertApplications(house.db, [application(2, { email: 'guest@tasuki.example' })]);
    const [, id = ''] = await writeOfAllKinds(house);
    await house.db.update(outboxMails).set({ state: 'dead', lastError: 'EENVELOPE 550' });
    return id;
  }

  test('goes to the corrected address, and its application has it from then on', async () => {
    const id = await failed();
    const shown = (await get(house, `/${id}`)).json();
    expect(shown).toMatchObject({
      version: 1,
      isForOthers: true,
      record: { kind: 'application', id: numberOf(2), version: 1 },
    });
    const to = 'guest@corrected.example';
    const sent = await resend(id, { to, recordVersion: 1 });
    expect(sent.statusCode).toBe(201);
    expect(await rowOf(sent.json().id)).toMatchObject({
      recipient: to,
      resendOf: Number(id),
      state: 'waiting',
      kind: 'kit-sent',
    });
    expect(await rowOf(id)).toMatchObject({ state: 'dead', recipient: 'guest@tasuki.example' });
    const [row] = await house.db.select().from(applications);
    expect(row).toMatchObject({ email: to, version: 2 });
    // The history records the change and its actor.
    const [change] = await house.db.select().from(applicationChanges);
    expect(change).toMatchObject({ changes: { email: ['guest@tasuki.example', to] } });
    const events = await house.db.select().from(applicationEvents);
    expect(events).toMatchObject([{ doneBy: 'operator', actorUid: change?.changedBy }]);
    expect((await get(house, `/${id}`)).json()).toMatchObject({
      version: 2,
      resends: [{ id: sent.json().id, to }],
      record: null,
    });
    const entries = await house.db.select().from(auditLog);
    const actions = entries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['mails.resend', 'applications.correct-email']));
  });

  test('from a stale page does nothing, nor where the application changed meanwhile', async () => {
    const id = await failed();
    const to = 'guest@corrected.example';
    expect((await resend(id, { to, recordVersion: 7 })).statusCode).toBe(409);
    expect((await resend(id, { to, recordVersion: null })).statusCode).toBe(201);
    expect((await resend(id, { to, recordVersion: null })).statusCode).toBe(409);
    expect((await resend(id, { to, recordVersion: null }, 2)).statusCode).toBe(201);
    expect(await house.db.$count(outboxMails, eq(outboxMails.recipient, to))).toBe(2);
    const [row] = await house.db.select().from(applications);
    expect(row).toMatchObject({ email: 'guest@tasuki.example', version: 1 });
    expect((await resend(999_999, { to, recordVersion: null })).statusCode).toBe(404);
  });

  test('about a sign-in goes to its own address alone, its link still sealed', async () => {
    const id = await writeReset(house, 'a');
    const refused = await resend(id, { to: 'thief@example.com', recordVersion: null });
    expect(refused.statusCode).toBe(400);
    const sent = await resend(id, { to: 'a@tasuki.example', recordVersion: null });
    const again = await rowOf(sent.json().id);
    expect(JSON.stringify(again)).not.toContain('very-secret');
    expect(openedText(again)).toContain(resetUrl);
  });
});

test('each read is in the audit log', async () => {
  const id = await writeReset(house, 'a');
  await get(house);
  await get(house, `/${id}`);
  const entries = await house.db.select().from(auditLog);
  expect(entries).toMatchObject([
    { actorUid: 'operator-1', action: 'mails.list', details: { ids: [id] } },
    { actorUid: 'operator-1', action: 'mails.read', subjectId: String(id) },
  ]);
  expect(JSON.stringify(entries)).not.toContain('@tasuki.example');
});
