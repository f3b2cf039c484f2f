import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'drizzle-orm';
import iconv from 'iconv-lite';
import { beforeAll, expect, test } from 'vitest';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { withTimeout } from '#kit/db/database.server.ts';
import { forWork } from '#kit/dependencies.server.ts';
import { ledgerLines } from '#money/ledger/ledger-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { isLongForm } from '#test/form.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { notifyDonors } from './notify-donors.server.ts';
import { appraisals } from './result-tables.server.ts';

const house = await testApp();
const { app, db, services } = house;
const operator = await signedIn(house)('op', 'operator');
const fileRows = isLongForm ? 100_000 : 6_000;
const applied = isLongForm ? 10_000 : 1_500;
const written = (count: number) => count.toLocaleString('en');
const lines = (count: number, changes?: { appraised: string; donated: string }) =>
  Array.from({ length: count }, (_, n) => resultLine(n, { note: '表ソ～', ...changes }));

/** Durations depend on the machine: they are printed here and checked in `npm run bench`. */
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

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  await insertApplications(
    withTimeout(db),
    Array.from({ length: applied }, (_, n) => application(n)),
  );
  await db.execute(sql`analyze applications`);
}, 120_000);

test(`${written(fileRows)} rows are checked one by one, and the first thousand errors reported`, async () => {
  const file = iconv.encode(resultFile(...lines(fileRows)), 'cp932');
  const { body } = await measured(`${written(fileRows)} rows, dry run`, () =>
    uploadResults(house, operator, file, { dryRun: true }),
  );
  const unknown = fileRows - applied;
  expect(body).toMatchObject({ accepted: applied, rejected: unknown, errorsTotal: unknown });
  expect(body.errors).toHaveLength(1_000);
}, 120_000);

test(`${written(fileRows)} rows with invalid amounts are refused`, async () => {
  const file = Buffer.from(resultFile(...lines(fileRows, { appraised: 'NaN', donated: '1e99' })));
  const { status, body } = await measured(`${written(fileRows)} wrong rows`, () =>
    uploadResults(house, operator, file),
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({ rejected: fileRows, errorsTotal: 2 * fileRows });
}, 120_000);

test(`${written(applied)} rows are written, recognised again and reversed`, async () => {
  const file = iconv.encode(resultFile(...lines(applied)), 'cp932');
  const done = await measured(`${written(applied)} rows, import`, () =>
    uploadResults(house, operator, file),
  );
  expect(done.body).toMatchObject({ accepted: applied, newDonations: applied });
  expect(await db.$count(donations)).toBe(applied);
  await measured(`${written(applied)} mails`, () => notifyDonors(forWork(services.ctx)));
  expect(await db.$count(outboxMails)).toBe(applied);

  const again = await measured('the same again', () => uploadResults(house, operator, file));
  expect(again.body).toMatchObject({ accepted: 0, unchanged: applied });

  const reversed = await measured('reversal', () =>
    app.inject({
      method: 'POST',
      url: `/api/office/results/batches/${done.body.batchId}/reverse`,
      payload: { reason: '試験のため', version: 1 },
      headers: operator,
    }),
  );
  expect(reversed.statusCode).toBe(200);
  expect(await db.$count(ledgerLines)).toBe(4 * applied);
  expect(await db.$count(appraisals, sql`reversed_at is null`)).toBe(0);
}, 120_000);

test('more rows than are read at once wait, and are released whole', async () => {
  const rows = 1_001;
  const standing = await db.$count(appraisals, sql`reversed_at is null`);
  const file = iconv.encode(resultFile(...lines(rows)), 'cp932');
  const { body } = await uploadResults(house, operator, file, { waits: true });
  expect(body).toMatchObject({ accepted: rows, state: 'waiting' });
  await db.execute(sql`update waiting_results set override_reason = '確かめました'`);
  const released = await app.inject({
    method: 'POST',
    url: `/api/office/results/batches/${body.batchId}/release`,
    payload: { version: 1 },
    headers: operator,
  });
  expect(released.json()).toMatchObject({ state: 'released', accepted: rows });
  expect(await db.$count(appraisals, sql`reversed_at is null`)).toBe(standing + rows);
}, 120_000);

test('a connection with plans from a small table does not scan it for each row of a large file', async () => {
  const small = await testApp();
  const by = await signedIn(small)('op', 'operator');
  const rows = isLongForm ? 3_000 : 1_000;
  const knowing = 10;
  await insertAssociate(small.db, 'ao');
  await insertApplications(
    withTimeout(small.db),
    Array.from({ length: rows }, (_, n) => application(n)),
  );
  await small.db.execute(sql`analyze applications`);
  // At the sixth time the database keeps the plan made for a table of one page.
  for (const [n, line] of lines(rows).slice(0, knowing).entries()) {
    expect((await uploadResults(small, by, resultFile(line))).body).toMatchObject({ accepted: 1 });
    if (n === 0) await small.db.execute(sql`analyze`);
  }
  const { body } = await uploadResults(small, by, resultFile(...lines(rows)));
  expect(body).toMatchObject({ accepted: rows - knowing });
  const counted = async () => {
    await small.db.execute(sql`select pg_stat_force_next_flush()`);
    const answer = await small.db.execute<{ written: number; read: number }>(sql`
      select n_tup_ins::int as written, seq_tup_read::int as read
      from pg_stat_user_tables where relname in ('appraisals', 'donations')`);
    return answer.rows;
  };
  await expect
    .poll(async () => (await counted()).map(({ written }) => written))
    .toEqual([rows, rows]);
  // Some hundred times as many if each row scans all others.
  for (const { read } of await counted()) expect(read).toBeLessThan(10 * rows);
}, 120_000);
