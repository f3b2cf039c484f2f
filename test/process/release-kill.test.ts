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
import { sampled } from '#test/form.ts';
import { databaseUrlOf, removeDataDir, startServer } from '#test/server-process.ts';
import { signIn } from '#test/sign-in.ts';
import { dataFolder } from './data-folder.ts';

const rowCount = 3_000;
const operator = {
  OPERATOR_EMAIL: 'operator@example.com',
  OPERATOR_PASSWORD: 'a long password 123',
  SAMPLE_DATA: 'off',
};
/** Kill points: megabytes that the release has written to the database's log. */
const killPoints = sampled([0, 0.5, 3], { every: 2, salt: 'release-kill' });
const none = { released: 0, waiting: rowCount, results: 0, donations: 0, books: 0, mails: 0 };
const all = {
  ...{ released: 1, waiting: 0, results: rowCount },
  ...{ donations: rowCount, books: 2 * rowCount, mails: rowCount },
};

const file = resultFile(...Array.from({ length: rowCount }, (_, n) => resultLine(n)));

test('a release that is killed with -9 anywhere is whole or absent, and tells nobody twice', async () => {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  let server = await startServer(dataDir, operator);
  onTestFinished(async () => void (await server.stop()));
  const { db: pool, pool: connections } = connect(await databaseUrlOf(dataDir));
  onTestFinished(() => connections.end());
  const db = withTimeout(pool, 60_000);
  await insertAssociate(db, 'ao');
  await db.execute(sql`alter table applications disable trigger applications_search`);
  await insertApplications(
    db,
    Array.from({ length: rowCount }, (_, n) => application(n)),
  );
  const one = async <Row>(statement: ReturnType<typeof sql>) =>
    (await db.execute(statement)).rows[0] as Row;
  const found = () =>
    one<typeof none>(sql`
      select (select count(*)::int from result_batches where state = 'released') as released,
             (select count(*)::int from waiting_results) as waiting,
             (select count(*)::int from appraisals) as results,
             (select count(*)::int from donations) as donations,
             (select count(*)::int from ledger_lines) as books,
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
  const isSettled = async () =>
    (
      await one<{ isSettled: boolean }>(sql`
        select not exists (
          select from pg_stat_activity
          where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        ) as "isSettled"`)
    ).isSettled;
  const headers = async () => {
    const token = await signIn(server.url, operator.OPERATOR_EMAIL, operator.OPERATOR_PASSWORD);
    return { authorization: `Bearer ${token}` };
  };
  const form = new FormData();
  form.set('csv', new Blob([file]), 'results.csv');
  // The file's days are long ago, so each row needs a reason.
  form.set('overrideReason', '確かめました');
  const url = `${server.url}/api/csv/appraisal-result`;
  const uploaded = await fetch(url, { method: 'POST', headers: await headers(), body: form });
  const { batchId } = (await uploaded.json()) as { batchId: string };
  expect(await found()).toEqual(none);

  const release = async () =>
    fetch(`${server.url}/api/office/results/batches/${batchId}/release`, {
      method: 'POST',
      headers: { ...(await headers()), 'content-type': 'application/json' },
      body: JSON.stringify({ version: 1 }),
    });
  async function killWhen(isTime: () => Promise<boolean>) {
    const answer = release().catch(() => undefined);
    while (!(await isTime())) await wait(5);
    await server.kill();
    await answer;
    server = await startServer(dataDir, operator);
    while (!(await isSettled())) await wait(20);
  }
  for (const killPoint of killPoints) {
    const start = await position();
    await killWhen(async () => (await writtenSince(start)) >= killPoint);
    expect({ killPoint, ...(await found()) }).toEqual({ killPoint, ...none });
  }
  // Committed, possibly with the response lost: a retry changes nothing, and mails are sent once.
  await killWhen(async () => (await found()).released > 0);
  await expect.poll(found, { timeout: 120_000, interval: 200 }).toEqual(all);
  expect((await release()).status).toBe(200);
  expect(await found()).toEqual(all);
}, 240_000);
