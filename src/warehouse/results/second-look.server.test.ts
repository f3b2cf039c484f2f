import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Trace } from '#giving/trace/trace-schema.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { appraisalDrafts } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { resultBatches } from './result-tables.server.ts';
import { releaseDue } from './waiting/release-due.server.ts';

const house = await testApp({ now: new Date('2025-11-20T10:00:00+09:00') });
const { app, clock, db, services } = house;
const signIn = signedIn(house);

beforeAll(async () => {
  await signIn('donor');
  await signIn('one', 'operator');
  await signIn('other', 'operator');
  await insertAssociate(db, 'ao');
  await insertApplications(
    db,
    [1, 2, 3, 4].map((n) => application(n, { uid: 'donor' })),
  );
});

async function upload(n: number): Promise<string> {
  const uploader = await headersOfSession(house, 'one', true);
  const { body } = await uploadResults(house, uploader, resultFile(resultLine(n)), { waits: true });
  return body.batchId;
}
async function release(batchId: string, uid: string) {
  const reply = await app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${batchId}/release`,
    headers: await headersOfSession(house, uid, true),
    payload: { version: 1 },
  });
  expect(reply.statusCode, reply.body).toBe(200);
}
async function isShown(n: number): Promise<boolean> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/applications/trace',
    headers: await headersOfSession(house, 'donor'),
    payload: { appraisalId: numberOf(n) },
  });
  return reply.json<Trace>().isCheckedByTwo;
}

test('a result that another person released was checked by two', async () => {
  await release(await upload(1), 'other');
  expect(await isShown(1)).toBe(true);
});

test('one person who uploads and releases is one, and a release by time is nobody', async () => {
  await release(await upload(2), 'one');
  expect(await isShown(2)).toBe(false);
  const batchId = await upload(3);
  clock.now = new Date('2025-11-21T09:30:00+09:00');
  await releaseDue(services.ctx);
  const [batch] = await db.select().from(resultBatches).where(eq(resultBatches.id, batchId));
  expect(batch?.releasedBy).toBe('system');
  expect(await isShown(3)).toBe(false);
});

test('at the table, who appraised and who confirmed count, not who opened the day', async () => {
  const batchId = await upload(4);
  await db.update(resultBatches).set({ source: 'tablet' }).where(eq(resultBatches.id, batchId));
  const draft = { startedBy: 'one', changedBy: 'one', startedAt: clock.now, changedAt: clock.now };
  await db.insert(appraisalDrafts).values({
    ...{ appraisalId: numberOf(4), state: 'reviewed', ...draft },
    ...{ finishedBy: 'other', reviewedBy: 'other' },
  });
  await release(batchId, 'other');
  expect(await isShown(4)).toBe(false);
  await db.update(appraisalDrafts).set({ reviewedBy: 'one' });
  expect(await isShown(4)).toBe(true);
});
