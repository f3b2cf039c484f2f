import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectForWork } from '#kit/db/database.server.ts';
import { sampleRecord, sampleSignIns } from '#kit/db/sample-state.server.ts';
import { folderStore } from '#kit/files/files.server.ts';
import { differences } from '#money/sums/check-sums.server.ts';
import { runSql, type TestDatabase, testDatabase } from '#test/database.ts';
import { loadSample } from './load-sample.server.ts';

// Just enough to be loaded part by part, in more parts of boxes than are written concurrently: when the first is
// committed, others have not started.
const options = { seed: 5, associates: 20, donors: 200, donations: 1_500 };
const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
const program = join('src', 'start', 'sample', 'main.server.ts');
const run = promisify(execFile);

let folder: string;
const opened: { database: TestDatabase; connection: ReturnType<typeof connectForWork> }[] = [];

/** A new database, or a copy of another without connections. */
async function open(like?: TestDatabase) {
  const database = await testDatabase(like);
  const connection = connectForWork(database.url);
  opened.push({ database, connection });
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET: 'a secret for tests that is long enough',
    // Otherwise each of several commands would compile everything.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  };
  return { ...connection, database, url: database.url, env };
}
type Opened = Awaited<ReturnType<typeof open>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tasuki-broken-off-'));
});
afterAll(async () => {
  for (const { database, connection } of opened) {
    if (!connection.pool.ended) await connection.pool.end();
    await database.drop();
  }
  await rm(folder, { recursive: true, force: true });
});

const partsOf = async ({ db }: Opened) => (await sampleRecord(db))?.unfinished?.parts ?? [];

/** Starts the command and kills it, like a power cut, as soon as some boxes are committed. */
async function breakOff(database: Opened): Promise<void> {
  const loading = spawn(process.execPath, [program, ...args], {
    env: database.env,
    stdio: 'ignore',
  });
  const ended = once(loading, 'exit');
  while (isRunning(loading)) {
    const boxes = (await partsOf(database)).filter((name) => name.startsWith('boxes-'));
    if (boxes.length > 0) loading.kill('SIGKILL');
    else await wait(20);
  }
  expect(await ended).toEqual([null, 'SIGKILL']);
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;

async function rowsOf<Row extends Record<string, unknown>>({ db }: Opened, statement: string) {
  return (await db.execute<Row>(sql.raw(statement))).rows;
}

/** Every index with its definition. */
const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`;

/** Columns that differ between two loadings: sequences, passwords, times set by the database. */
const unlike: Record<string, string> = {
  application_events: 'id,undoes',
  associate_certifications: 'id',
  owed_items: 'id',
  public_changes: 'id,lot_id',
  public_lots: 'id',
  auth_accounts: 'password',
  money_settings: 'version,changed_at',
};

/** A checksum of each table's rows, without the columns that differ between loadings. */
async function checksums(database: Opened): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    database,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('topic_versions', 'topic_changes', 'settings', 'kept_sums')`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf<{ sum: string }>(
      database,
      `select md5(string_agg(line, '|' order by line)) as sum from (
         select (to_jsonb(t) - '{${unlike[name] ?? ''}}'::text[])::text as line
         from "${name}" t) lines`,
    );
    if (row?.sum) sums[name] = row.sum;
  }
  return sums;
}

/** Search pieces of each donor, once each: their order in the text is irrelevant to a search. */
async function donorsFound(database: Opened) {
  return rowsOf(
    database,
    `select id, uid, email, created_at, array_remove(array(
       select distinct unnest(string_to_array(folded, '|')) order by 1), '') as pieces
     from donor_search order by id`,
  );
}

describe('a loading that was killed', () => {
  let broken: Opened;
  let alsoBroken: Opened;
  let clock: () => Date;
  /** Loaded for the same time, without interruption. */
  let whole: Opened;
  beforeAll(async () => {
    const killed = await open();
    await breakOff(killed);
    await killed.pool.end();
    // Backends may outlive the killed client.
    await runSql(
      killed.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    broken = await open(killed.database);
    alsoBroken = await open(killed.database);
    const { unfinished } = (await sampleRecord(broken.db)) ?? {};
    clock = () => new Date(unfinished?.at ?? 0);
    whole = await open();
    await loadSample({ db: whole.db, clock, files: folderStore(folder) }, options);
  }, 240_000);

  test('nobody can sign in yet, and no other sample takes its place', async () => {
    expect(await sampleSignIns(broken.db)).toEqual([]);
    const other = run(process.execPath, [program, '--donations', '5'], { env: broken.env });
    await expect(other).rejects.toThrow('途中です');
  }, 60_000);

  test('the same command goes on where it was, and the end is the same as in one go', async () => {
    const before = await rowsOf<{ id: string; xmin: string }>(
      broken,
      'select id, xmin::text from donations',
    );
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(options.donations);
    const { stdout } = await run(process.execPath, [program, ...args], { env: broken.env });
    expect(stdout).toContain('operator@mihon.example');

    const after = await rowsOf<{ id: string; xmin: string }>(
      broken,
      'select id, xmin::text from donations where reversed_at is null',
    );
    expect(after).toHaveLength(options.donations);
    // No row was written a second time.
    const writtenBy = new Map(after.map(({ id, xmin }) => [id, xmin]));
    expect(before.filter(({ id, xmin }) => (writtenBy.get(id) ?? xmin) !== xmin)).toEqual([]);

    expect(await checksums(broken)).toEqual(await checksums(whole));
  }, 240_000);

  test('all is as the triggers would have left it', async () => {
    const search = `select md5(string_agg(line, '|' order by line)) as sum from (
      select s::text as line from application_search s) lines`;
    const written = await rowsOf(broken, search);
    const donors = await donorsFound(broken);
    expect(donors.length).toBeGreaterThan(options.donors);
    await rowsOf(
      broken,
      `update applications set tel = tel, created_at = created_at where appraisal_id < 'TS-3'`,
    );
    expect(await rowsOf(broken, search)).toEqual(written);
    await rowsOf(broken, 'update users set tel = tel');
    await rowsOf(
      broken,
      'select write_guest_search(email) from applications where uid is null group by email',
    );
    expect(await donorsFound(broken)).toEqual(donors);
    expect(await rowsOf(broken, 'select indexrelid from pg_index where not indisvalid')).toEqual(
      [],
    );
    expect(await rowsOf(broken, indexes)).toEqual(await rowsOf(await open(), indexes));

    expect(await differences(broken.db)).toEqual([]);
    expect(
      await rowsOf(
        broken,
        'select posting_id from ledger_lines group by 1 having sum(amount_yen) <> 0',
      ),
    ).toEqual([]);
  }, 60_000);

  test('no row points at one that is not there', async () => {
    const keys = await rowsOf<{ child: string; parent: string; column: string; key: string }>(
      broken,
      `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
         (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as column,
         (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as key
       from pg_constraint where contype = 'f' and cardinality(conkey) = 1
       and connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(20);
    for (const { child, parent, column, key } of keys) {
      const orphans = await rowsOf(
        broken,
        `select ${column} from ${child} c where ${column} is not null
         and not exists (select from ${parent} p where p.${key} = c.${column})`,
      );
      expect(orphans, `${child}.${column}`).toEqual([]);
    }
  });

  test('can be taken away', async () => {
    const empty = await open();
    await run(process.execPath, [program, '--remove'], { env: alsoBroken.env });
    expect(await checksums(alsoBroken)).toEqual(await checksums(empty));
    expect(await rowsOf(alsoBroken, indexes)).toEqual(await rowsOf(empty, indexes));
    expect(await sampleRecord(alsoBroken.db)).toBeUndefined();
  }, 240_000);

  test('an account that may not set triggers aside loads the same', async () => {
    const database = await open();
    const account = `plain_${database.url.split('/').at(-1)?.split('?')[0]}`;
    for (const statement of [
      `create role ${account}`,
      `grant all on all tables in schema public to ${account}`,
      `grant all on all sequences in schema public to ${account}`,
    ]) {
      await database.db.execute(sql.raw(statement));
    }
    const mark = database.url.includes('?') ? '&' : '?';
    const plain = connectForWork(`${database.url}${mark}options=-c%20role%3D${account}`);
    await loadSample({ db: plain.db, clock, files: folderStore(folder) }, options);
    await plain.pool.end();

    const sorted = (sums: Record<string, string>) => ({
      ...sums,
      application_search: '',
      donor_search: '',
    });
    expect(sorted(await checksums(database))).toEqual(sorted(await checksums(whole)));
    expect(await donorsFound(database)).toEqual(await donorsFound(whole));
    await database.db.execute(sql.raw(`drop owned by ${account}; drop role ${account}`));
  }, 240_000);
});

test('two loadings at once do not mix', async () => {
  const database = await open();
  const load = () =>
    loadSample(
      { db: database.db, clock: () => new Date(), files: folderStore(folder) },
      { ...options, donations: 20 },
    );
  const tries = await Promise.allSettled([load(), load()]);
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
}, 60_000);
