import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connect, withTimeout } from '#kit/db/database.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { isLongForm, sampled } from '#test/form.ts';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';

const rowCount = isLongForm ? 10_000 : 3_000;
const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
  SAMPLE_DATA: 'off',
};
/** Kill points: megabytes that the import has written to the database's log. */
const killPoints = sampled([0, 0.05, 0.5, 1.2, 2], { every: 2, salt: 'import-kill' }).map(
  (mb) => (mb * rowCount) / 1_000,
);
const none = { batches: 0, results: 0, events: 0, donations: 0, books: 0, counted: 0, mails: 0 };
const all = {
  batches: 1,
  results: rowCount,
  events: 2 * rowCount,
  donations: rowCount,
  books: 2 * rowCount,
  counted: rowCount,
  mails: rowCount,
};

const file = resultFile(...Array.from({ length: rowCount }, (_, n) => resultLine(n)));

async function upload(url: string) {
  const token = await signIn(url, operator.OPERATOR_EMAIL, operator.OPERATOR_PASSWORD);
  const form = new FormData();
  form.set('csv', new Blob([file]), 'results.csv');
  form.set('overrideReason', '確かめました');
  const headers = { authorization: `Bearer ${token}` };
  const reply = fetch(`${url}/api/csv/appraisal-result?release=now`, {
    method: 'POST',
    headers,
    body: form,
  });
  return { answer: reply.then(async (it) => ({ status: it.status, body: await it.json() })) };
}

test('an import of thousands of rows that is killed with -9 anywhere is whole or absent, and can be repeated', async () => {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  let server = await startServer(dataDir, operator);
  onTestFinished(async () => void (await server.stop()));
  // The database keeps running while servers are killed.
  const { db: pool, pool: connections } = connect(await databaseUrlOf(dataDir));
  onTestFinished(() => connections.end());
  const db = withTimeout(pool, 60_000);

  await insertAssociate(db, 'ao');
  // The test searches nothing, and updating the search indexes would take longer than the rest.
  await db.execute(sql`alter table applications disable trigger applications_search`);
  await insertApplications(
    db,
    Array.from({ length: rowCount }, (_, n) => application(n)),
  );

  const one = async <Row>(statement: ReturnType<typeof sql>) =>
    (await db.execute(statement)).rows[0] as Row;
  const found = () =>
    one<typeof none>(sql`
      select (select count(*)::int from result_batches) as batches,
             (select count(*)::int from appraisals) as results,
             (select count(*)::int from application_events where batch_id is not null) as events,
             (select count(*)::int from donations) as donations,
             (select count(*)::int from ledger_lines) as books,
             (select coalesce(sum(donation_count), 0)::int from associate_months) as counted,
             (select count(*)::int from outbox_mails where kind = 'donation-completed') as mails`);
  const position = async () =>
    (await one<{ at: string }>(sql`select pg_current_wal_insert_lsn()::text as at`)).at;
  const writtenSince = async (start: string) =>
    (
      await one<{ mb: number }>(
        sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${start}::pg_lsn)::float8 / 1e6 as mb`,
      )
    ).mb;
  /** Statements of a killed server end with its connections. */
  const settled = () =>
    one<{ isSettled: boolean }>(sql`
      select not exists (
        select from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
          and query like '%batch%'
      ) as "isSettled"`);

  /** Uploads, kills the process when `isTime`, and starts another on the same data. */
  async function killWhen(isTime: () => Promise<boolean>) {
    const { answer } = await upload(server.url);
    let isAnswered = false;
    const told = answer.then(
      () => {
        isAnswered = true;
      },
      () => undefined,
    );
    while (!isAnswered && !(await isTime())) await wait(5);
    const wasAnswered = isAnswered;
    await server.kill();
    await told;
    server = await startServer(dataDir, operator);
    while (!(await settled()).isSettled) await wait(20);
    return { wasAnswered };
  }

  for (const killPoint of killPoints) {
    const start = await position();
    const { wasAnswered } = await killWhen(async () => (await writtenSince(start)) >= killPoint);
    expect({ killPoint, wasAnswered, ...(await found()) }).toEqual({
      killPoint,
      wasAnswered: false,
      ...none,
    });
  }
  // Committed, possibly with the response lost; the next process sends the mails that this one could not.
  await killWhen(async () => (await found()).batches > 0);
  const { mails: _, ...allButMails } = all;
  expect(await found()).toMatchObject(allButMails);
  await expect.poll(found, { timeout: 120_000, interval: 200 }).toEqual(all);

  const again = await (await upload(server.url)).answer;
  expect(again).toMatchObject({ status: 200, body: { accepted: 0, unchanged: rowCount } });
  expect(await found()).toEqual(all);
}, 240_000);
