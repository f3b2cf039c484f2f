import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '#server/db/database.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { pagesOf } from '#test/pages-of.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin, testSecret } from '#test/test-app.ts';
import { writeMail } from './outbox.ts';

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
