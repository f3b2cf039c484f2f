import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { withTimeout } from '#server/db/database.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import { resultBatches } from '#server/db/schema/results.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { donorNotifications } from './notify-donors.ts';

const house = await testApp();
const { app, db, services } = house;
const { notifyDonors } = services.results;
const operator = await signedIn(house)('op', 'operator');
await insertAssociate(db, 'ao');

/** More than one part: 1,000 are notified at once. */
const rows = 1_250;

beforeEach(async () => {
  await db.execute(sql`truncate applications, result_batches, outbox_mails cascade`);
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
    payload: { reason: '試験のため' },
    headers: operator,
  });

test('up to a thousand donors are notified with the import', async () => {
  await upload(1_000);
  expect([await mails(), await isDue()]).toEqual([1_000, false]);
});

test('of more, the others are notified after it, each as the first would be', async () => {
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
  const { notifyDonors: elsewhere } = donorNotifications(house.dependencies);
  await Promise.all([notifyDonors(), elsewhere()]);
  await notifyDonors();
  expect(await mails()).toBe(rows);
  await db.update(resultBatches).set({ mailsDue: true });
  await notifyDonors();
  expect([await mails(), await isDue()]).toEqual([rows, false]);
});

test('nobody is notified of a batch that was reversed before', async () => {
  const batchId = await upload();
  expect((await reverse(batchId)).statusCode).toBe(200);
  await notifyDonors();
  expect(await mails()).toBe(0);
});
