import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applications } from '#giving/applications/application-tables.server.ts';
import { recordDonations } from '#giving/donations/record-donations.server.ts';
import { connectForWork } from '#kit/db/database.server.ts';
import { isEmptyDatabase, sampleSignIns } from '#kit/db/sample-state.server.ts';
import { folderStore } from '#kit/files/files.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { runSql, type TestDatabase, testDatabase } from '#test/database.ts';
import { loadSample } from './load-sample.server.ts';
import { removeSample } from './remove-sample.server.ts';

const run = promisify(execFile);
const now = new Date('2026-11-20T18:00:00+09:00');
const options = { seed: 3, associates: 12, donors: 10, donations: 50 };

type Installation = { folder: string; database: TestDatabase };

/** An unopened installation, or a copy of another. */
async function installation(like?: Installation): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-remove-'));
  if (like) await cp(like.folder, folder, { recursive: true });
  const database = await testDatabase(like?.database);
  if (!like) await runSql(database.url, 'delete from settings');
  return { folder, database };
}

async function remove({ folder, database }: Installation): Promise<void> {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

let loaded: Installation;
let folder: string;
let database: TestDatabase;
let connection: ReturnType<typeof connectForWork>;

async function use(one: Installation): Promise<void> {
  ({ folder, database } = one);
  connection = connectForWork(database.url);
}

beforeAll(async () => {
  loaded = await installation();
  await use(loaded);
  await loadSample(deps(), options);
  await connection.pool.end();
});
afterAll(() => remove(loaded));
afterEach(async () => {
  await connection.pool.end();
  await remove({ folder, database });
});

const deps = () => ({ db: connection.db, clock: () => now, files: folderStore(folder) });

/** Row counts of all tables except migrations and facts. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await connection.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in (
      'topic_versions', 'topic_changes', 'social_challenges', 'ledger_accounts', 'money_settings',
      -- A number that was given is never given again.
      'number_floors')`);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await connection.db.execute<{ n: number }>(
      sql.raw(`select count(*)::int as n from ${name}`),
    );
    if (counted[0]?.n) counts[name] = counted[0].n;
  }
  return counts;
}

const realBox = (appraisalId: string, associateId: string) => ({
  appraisalId,
  kind: 'direct',
  associateId,
  frequency: 'once',
  products: ['clothes'],
  boxes: 1,
  needReceipt: false,
  lastName: '実在',
  firstName: '花子',
  lastNameKana: 'じつざい',
  firstNameKana: 'はなこ',
  email: 'hanako@example.com',
  tel: '0300000000',
  zipcode: '1000000',
  prefecture: '東京都',
  line1: '千代田区',
  createdAt: now,
  stateChangedAt: now,
});

test('removing the sample leaves not one row of it, no picture and no sign-in', async () => {
  await use(await installation(loaded));
  expect(Object.keys(await rowCounts()).length).toBeGreaterThan(20);
  expect(await readdir(join(folder, 'images'))).not.toEqual([]);
  // A log that was signed over the sample ends with it.
  await connection.db.execute(sql`insert into log_keys values ('sample+0+A', 'sample', '', now())`);
  expect(await removeSample(deps())).toEqual({ keptAssociates: 0 });
  expect(await rowCounts()).toEqual({});
  expect(await readdir(join(folder, 'images'))).toEqual([]);
  expect(await sampleSignIns(connection.db)).toEqual([]);
  expect(await isEmptyDatabase(connection.db)).toBe(true);
  // Loading works again.
  await loadSample(deps(), options);
});

test('what is real stays as it is, the books append-only', async () => {
  await use(await installation());
  const { db } = connection;
  await db.insert(associates).values({
    id: 'real',
    name: '実在の会',
    summary: '',
    classification: 'npo',
    createdAt: now,
  });
  await db.insert(applications).values(realBox('TS-REAL-0001', 'real'));
  await loadSample(deps(), options);
  // A real donor also gives to a fund that the sample gives to.
  const { rows: funds } = await db.execute<{ id: string; count: number; yen: number }>(sql`
    select social_challenge_id as id, donation_count as count, amount_yen::int as yen
    from challenge_months where month = '2026-11-01' limit 1`);
  const fund = funds[0]?.id ?? 'animal';
  await db.insert(applications).values({
    ...realBox('TS-REAL-0002', 'real'),
    kind: 'fund',
    associateId: null,
    socialChallengeId: fund,
    birth: '1990-01-01',
    state: 'donated',
  });
  await db.execute(sql`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count,
      accepted_count, donation_yen, created_at)
    values ('real', 'someone', 'a.csv', 'x', 'UTF-8', 1, 1, 500, now())`);
  await db.execute(sql`
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on,
      appraised_on, item_count, priced_count, appraised_yen, bonus_yen, donation_yen, outcome,
      state_before, created_at)
    values ('real', 'TS-REAL-0002', 'real', 2, 'x', now(), now(), 1, 1, 500, 0, 500, 'completed',
      'applied', now())`);
  const donation = {
    appraisalId: 'TS-REAL-0002',
    appraisalRowId: 'real',
    uid: null,
    associateId: null,
    socialChallengeId: fund,
    appraisedYen: 500,
    bonusYen: 0,
    needReceipt: false,
    boxes: 1,
  };
  await db.transaction((tx) => recordDonations(tx, [donation], now));

  await removeSample(deps());
  expect(await rowCounts()).toEqual({
    associates: 1,
    applications: 2,
    application_search: 2,
    donor_search: 1,
    result_batches: 1,
    // The service is open: it has taken applications.
    settings: 1,
    appraisals: 1,
    donations: 1,
    ledger_lines: 3,
    owed_items: 1,
    // Waits for its publication.
    public_changes: 1,
    challenge_months: 1,
    // Two states, a kit to send, the donation by month, fund and kind of goods, and its amounts: the goods' worth, the
    // fee by the sample's terms, the fund.
    kept_sums: 11,
  });
  const { rows } = await db.execute(sql`
    select social_challenge_id as id, donation_count as count, amount_yen::int as yen
    from challenge_months`);
  expect(rows).toEqual([{ id: fund, count: 1, yen: 500 }]);
  await expect(db.execute(sql`delete from ledger_lines`)).rejects.toThrow();
});

test('an organisation of the sample that somebody real applied to stays, but off the lists', async () => {
  await use(await installation(loaded));
  const { db } = connection;
  await db.insert(applications).values(realBox('TS-REAL-0001', 'sample-animal-1'));
  expect(await removeSample(deps())).toEqual({ keptAssociates: 1 });
  const { rows } = await db.execute(sql`select id, is_listed as "isListed", state from associates`);
  expect(rows).toEqual([{ id: 'sample-animal-1', isListed: false, state: 'ended' }]);
  const { rows: kept } = await db.execute(sql`select appraisal_id as id from applications`);
  expect(kept).toEqual([{ id: 'TS-REAL-0001' }]);
});

test('what was done with the sample’s sign-ins goes with them', async () => {
  await use(await installation(loaded));
  const { db } = connection;
  await db
    .insert(applications)
    .values({ ...realBox('TS-TEST-0001', 'sample-animal-1'), uid: 'sample-person-0001' });
  await removeSample(deps());
  expect(await rowCounts()).toEqual({});
});

test('the command loads what it is asked for, once, and removes it', async () => {
  await use(await installation());
  const sample = (...args: string[]) => sampleWith({ DATA_DIR: folder }, ...args);
  const sampleWith = (env: Record<string, string>, ...args: string[]) =>
    run(process.execPath, ['src/start/sample/main.server.ts', ...args], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        ...env,
        SECRET: 'a secret for tests that is long enough',
        // Otherwise each of several commands would compile everything.
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
      },
    });
  const small = ['--associates', '3', '--donors', '5', '--donations', '10', '--seed', '1'];
  const { stdout } = await sample(...small);
  expect(stdout).toMatch(/operator@mihon\.example {2}\w{4}-\w{4}-\w{4}/);
  expect(await rowCounts()).toMatchObject({ associates: 3, users: 11, donations: 10 });
  await expect(sample(...small)).rejects.toThrow('すでに入っています');
  await expect(sample('--donors', 'many')).rejects.toThrow('使い方');
  await sample('--remove');
  expect(await rowCounts()).toEqual({});
  expect(existsSync(join(folder, 'images', 'sample-coat-1-480.webp'))).toBe(false);
  // Without DATA_DIR it says that it removed pictures from the default folder.
  const said = (await sampleWith({}, '--remove')).stdout;
  expect(said).toMatch(
    new RegExp(`^見本の写真は、DATA_DIRのフォルダ（${resolve('data')}）.+ / .+\\n`),
  );
}, 60_000);
