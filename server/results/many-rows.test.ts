import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { appraisals, donations, ledgerLines } from '#server/db/schema/donating.ts';
import { outboxMails } from '#server/db/schema/running.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { uploadResults } from '#test/upload-results.ts';

const house = await testApp();
const { app, db } = house;
const operator = await signedIn(house)('op', 'operator');
const count = 100_000;
const numbers = Array.from({ length: count }, (_, index) => index);

/** Figures belong to the bench's report (decision 36): they are printed here, not asserted. */
async function measured<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  delay.enable();
  const start = performance.now();
  const value = await work();
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  delay.disable();
  clearInterval(watching);
  const mib = (bytes: number) => Math.round(bytes / 2 ** 20);
  console.log(
    `${what}: ${seconds} s, longest pause of the event loop ${Math.round(delay.max / 1e6)} ms, memory ${mib(before)} → ${mib(peak)} MiB`,
  );
  return value;
}

test('a file of 100,000 rows is judged, written, recognised again and taken back', async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(
    db,
    numbers.map((n) => application(n)),
  );
  await db.execute(sql`analyze applications`);
  const file = iconv.encode(
    resultFile(...numbers.map((n) => resultLine(n, { note: '表ソ～' }))),
    'cp932',
  );
  const tried = await measured('dry run', () =>
    uploadResults(house, operator, file, { dryRun: true }),
  );
  expect(tried.body).toMatchObject({ accepted: count, errorsTotal: 0 });

  const done = await measured('import', () => uploadResults(house, operator, file));
  expect(done.body).toMatchObject({ accepted: count, newDonations: count });
  expect(await db.$count(donations)).toBe(count);
  expect(await db.$count(outboxMails)).toBe(count);

  const again = await measured('same file again', () => uploadResults(house, operator, file));
  expect(again.body).toMatchObject({ accepted: 0, unchanged: count });

  const reversed = await measured('reversal', () =>
    app.inject({
      method: 'POST',
      url: `/api/office/results/batches/${done.body.batchId}/reverse`,
      payload: { reason: '試験のため' },
      headers: operator,
    }),
  );
  expect(reversed.statusCode).toBe(200);
  expect(await db.$count(ledgerLines)).toBe(4 * count);
  expect(await db.$count(appraisals, sql`reversed_at is null`)).toBe(0);
}, 300_000);

test('100,000 wrong rows are all counted, the first thousand told', async () => {
  const file = resultFile(
    ...numbers.map((n) => resultLine(n, { appraised: 'NaN', donated: '1e99' })),
  );
  const { status, body } = await measured('all rows wrong', () =>
    uploadResults(house, operator, Buffer.from(file)),
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({ rejected: count, errorsTotal: 2 * count });
  expect(body.errors).toHaveLength(1_000);
}, 120_000);
