import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from '#kit/db/database.server.ts';
import { forWork } from '#kit/dependencies.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { holding } from '#test/lock-waits.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { notifyDonors as notify, resultWork } from './notify-donors.server.ts';
import { resultBatches } from './result-tables.server.ts';

const house = await testApp();
const { app, db, databaseUrl, services } = house;
const behind = forWork(services.ctx);
const notifyDonors = () => notify(behind);
const operator = await signedIn(house)('op', 'operator');
await insertAssociate(db, 'ao');

/** More than one part: 1,000 are notified with the import. */
const rows = 1_250;

beforeEach(async () => {
  await emptyTables(db, 'applications', 'result_batches', 'outbox_mails');
  await db.execute(sql`alter table applications disable trigger applications_search`);
  await insertApplications(
    withTimeout(db),
    Array.from({ length: rows }, (_, n) =>
      application(n, n === rows - 1 ? { kind: 'fund', identity: 'due' } : {}),
    ),
  );
});

async function upload(count = rows) {
  const lines = Array.from({ length: count }, (_, n) =>
    n === rows - 1
      ? resultLine(n, { associate: '', appraised: 20_000 })
      : n === rows - 2
        ? resultLine(n, { outcome: '返送', appraised: 0 })
        : resultLine(n),
  );
  const { body } = await uploadResults(house, operator, resultFile(...lines));
  expect(body).toMatchObject({ accepted: count });
  return body.batchId as string;
}
const mails = () => db.$count(outboxMails);
const isDue = async () => (await db.select().from(resultBatches))[0]?.mailsDue;
const reverse = (batchId: string) =>
  app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${batchId}/reverse`,
    payload: { reason: '試験のため', version: 1 },
    headers: operator,
  });

const textOf = async (n: number) =>
  (
    await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.appraisalId, numberOf(n)))
  )[0]?.textBody;

test('up to a thousand donors are notified with the import', async () => {
  await upload(1_000);
  expect([await mails(), await isDue()]).toEqual([1_000, false]);
});

test('beyond that, donors are notified after it, with the same mail', async () => {
  await upload();
  expect([await mails(), await isDue()]).toEqual([1_000, true]);
  await notifyDonors();
  expect([await mails(), await isDue()]).toEqual([rows, false]);
  const kinds = await db
    .select({
      appraisalId: outboxMails.appraisalId,
      kind: outboxMails.kind,
      to: outboxMails.recipient,
    })
    .from(outboxMails)
    .where(sql`${outboxMails.kind} <> 'donation-completed'`)
    .orderBy(asc(outboxMails.kind));
  expect(kinds).toEqual([
    {
      appraisalId: numberOf(rows - 2),
      kind: 'application-returned',
      to: `donor${rows - 2}@tasuki.example`,
    },
    {
      appraisalId: numberOf(rows - 1),
      kind: 'identity-due',
      to: `donor${rows - 1}@tasuki.example`,
    },
  ]);
  // A mail written later reads like the import's own, except for number and link.
  const texts = await Promise.all([0, rows - 3].map(textOf));
  for (const words of ['髙橋 花子', '見本の会 ao', '1,200円', '受領証明書']) {
    expect(texts[0]).toContain(words);
  }
  const [first, last] = texts.map((text) => text?.replaceAll(/TS-\S+?(?=[）\s])|\{\{.*\}\}/g, ''));
  expect(last).toBe(first);
  expect(await textOf(rows - 1)).toMatch(/動物基金[\s\S]*20,000円/);
  const written = await db
    .selectDistinct({ kind: outboxMails.kind, subject: sql`left(${outboxMails.subject}, 14)` })
    .from(outboxMails)
    .where(eq(outboxMails.kind, 'donation-completed'));
  expect(written).toHaveLength(1);
  await notifyDonors();
  expect(await mails()).toBe(rows);
});

test('two processes, or one that begins again, notify everybody once', async () => {
  await upload();
  // A process that finds another at work leaves the batch to it without waiting.
  const unlock = await holding(databaseUrl, 'select from result_batches for update');
  await notifyDonors();
  expect([await mails(), await isDue()]).toEqual([1_000, true]);
  await unlock();
  await Promise.all([notifyDonors(), notifyDonors()]);
  await notifyDonors();
  expect(await mails()).toBe(rows);
  await db.update(resultBatches).set({ mailsDue: true });
  await notifyDonors();
  expect([await mails(), await isDue()]).toEqual([rows, false]);
});

test('nobody is notified of a batch that was reversed before; of the next they are', async () => {
  const batchId = await upload();
  expect((await reverse(batchId)).statusCode).toBe(200);
  await notifyDonors();
  expect(await mails()).toBe(0);
  await upload();
  await notifyDonors();
  expect(await mails()).toBe(rows);
  const due = await db.select().from(resultBatches).where(eq(resultBatches.mailsDue, true));
  expect(due.map(({ id }) => id)).toEqual([batchId]);
});

test('the server notifies by itself, goes on after a fault, and stops when it is told', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  await upload();
  // Mails whose links lead nowhere cannot be written.
  const ctx = { ...services.ctx, publicUrl: 'no address' };
  const { start, stop } = resultWork(ctx, 10);
  start();
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  expect(warned.mock.calls[0]?.[0]).toBe('donors are notified later: Invalid URL');
  expect([await mails(), await isDue()]).toEqual([1_000, true]);
  ctx.publicUrl = services.ctx.publicUrl;
  await expect.poll(isDue).toBe(false);
  expect(await mails()).toBe(rows);
  await stop();
});
