import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '#server/db/database.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { numberOf } from '#test/factories/donating.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { type Mail, writeMail, writeMails } from './outbox.ts';

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
    await db.execute('truncate audit_log');
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

/** Mails to a donor, to a guest about a box, and to one about none. */
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

test('with a mail server only mails that were given up are listed, and none can be read', async () => {
  const id = await writeReset(withServer, 'a');
  expect((await get(withServer)).statusCode).toBe(404);
  expect((await get(withServer, `/${id}`)).statusCode).toBe(404);
  await withServer.db.update(outboxMails).set({ state: 'dead', attempts: 12 });
  expect((await get(withServer, '?state=dead')).json()).toMatchObject([{ id: String(id) }]);
  expect((await get(withServer, `/${id}`)).statusCode).toBe(404);
});

test('a mail that was given up is tried again when the operator says so, no other', async () => {
  const id = await writeReset(house, 'a');
  expect((await retry(house, id)).statusCode).toBe(409);
  await house.db.update(outboxMails).set({ state: 'dead', attempts: 12 });
  expect((await retry(house, id)).json()).toMatchObject({ state: 'waiting', attempts: 0 });
  expect((await retry(house, 999_999)).statusCode).toBe(404);
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
