import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { transaction } from '#kit/db/database.server.ts';
import { readEnv } from '#start/env.server.ts';
import { openDatabase } from '#start/open-database.server.ts';
import { contentOf, idIn, manifestIn, runCommand } from '#test/backups/commands.ts';
import { emptyDatabase, runSql, testDatabase } from '#test/database.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { schemaOf } from '#test/fixtures/schema-of.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import { newIdentity } from './sealing.server.ts';

// `npm run backup` and `npm run restore` as operators run them.

const house = await testApp();
const { db } = house;
const folder = await mkdtemp(join(tmpdir(), 'tasuki-backups-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = new Date('2026-11-10T12:00:00+09:00');
const source = { DATABASE_URL: house.databaseUrl, SECRET: testSecret, DATA_DIR: house.folder };
const place = (name: string) => join(folder, name);
let pictures: string[] = [];

beforeAll(async () => {
  await insertAssociate(db, 'ao', 'あおの会\t\\N「\n」');
  for (let each = 0; each < 40; each++) await bookGift(db, { id: `before-${each}`, yen: 100, at });
  await db.execute(sql`insert into number_floors (kind, year, floor) values ('receipt', 2026, 7)`);
  await house.services.images.keep(await smallPicture(), { kind: 'pledge', ownerUid: 'hanako' });
  pictures = (await readdir(join(house.folder, 'images'))).toSorted();
  await db.execute(sql`insert into settings values ('keys', '{"secrets": [], "identity": []}')`);
});

/** A database without tables, with its own data folder. */
async function emptyInstallation() {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tasuki-restored-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  return { DATABASE_URL: url, SECRET: testSecret, DATA_DIR };
}

async function rowsOf(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(query).finally(() => client.end())).rows;
}

async function backUp(to: string, ...more: string[]): Promise<string> {
  const ended = await runCommand('backup', ['--to', to, ...more], source);
  expect(ended.said).toContain('バックアップを作りました');
  return idIn(ended);
}

/** Writes gifts until stopped; returns how many. */
function writers() {
  let isStopped = false;
  const write = async (writer: string) => {
    let count = 0;
    for (; !isStopped; count++) {
      const gift = { id: `${writer}-${count}`, yen: 100, at };
      await transaction(db, (tx) => bookGift(tx, gift));
    }
    return count;
  };
  const all = Promise.all(['a', 'b', 'c'].map(write));
  return async () => {
    isStopped = true;
    return (await all).reduce((sum, count) => sum + count, 0);
  };
}

test('a backup made under writers is restored into both kinds, row by row, and goes back again', async () => {
  const to = place('hot');
  const stop = writers();
  const id = await backUp(to);
  expect(await stop()).toBeGreaterThan(10);
  const manifest = await manifestIn(to, id);
  expect(manifest).toMatchObject({ generation: 1, recipients: [], hasSecret: false });
  expect(manifest.floors).toEqual([{ kind: 'receipt', year: 2026, floor: 7 }]);

  const server = await emptyInstallation();
  expect(await runCommand('restore', ['--from', to], server)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/2026年.*のバックアップ .* から戻しました（第2世代）/),
  });
  // No gift of the snapshot lacks its other half or its open item.
  const [whole] = await rowsOf(
    server.DATABASE_URL,
    `select sum(amount_yen)::int as balance, count(distinct posting_id)::int as gifts,
       (select count(*)::int from owed_items) as items from ledger_lines`,
  );
  expect(whole?.balance).toBe(0);
  expect(whole?.gifts).toBe(whole?.items);
  expect(whole?.gifts).toBeGreaterThanOrEqual(40);
  // Transfer files have no mark in their number: each generation has a thousand to itself.
  expect(
    await rowsOf(server.DATABASE_URL, 'select kind, floor from number_floors order by kind'),
  ).toEqual([
    { kind: 'file', floor: 1_000 },
    { kind: 'receipt', floor: 7 },
  ]);
  expect(await schemaOf(server.DATABASE_URL)).toEqual(await schemaOf(house.databaseUrl));
  expect((await readdir(join(server.DATA_DIR, 'images'))).toSorted()).toEqual(pictures);
  for (const picture of pictures) {
    const read = (dataDir: string) => readFile(join(dataDir, 'images', picture));
    expect(await read(server.DATA_DIR)).toEqual(await read(house.folder));
  }

  // From the server into an embedded one.
  const again = await runCommand('backup', ['--to', place('again')], server);
  const second = await manifestIn(place('again'), idIn(again));
  expect(contentOf(second)).toEqual(contentOf(manifest));
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tasuki-restored-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const embedded = { DATA_DIR, SECRET: testSecret };
  expect(await runCommand('restore', ['--from', place('again')], embedded)).toMatchObject({
    code: 0,
    said: expect.stringContaining('（第3世代）'),
  });
  const last = await runCommand('backup', ['--to', place('last')], embedded);
  const third = await manifestIn(place('last'), idIn(last));
  expect(contentOf(third)).toEqual(contentOf(manifest));
  expect(third.files.storedSha256).toBe(manifest.files.storedSha256);
  // A server starts on it, and a backup is made beside it.
  const env = readEnv({ ...embedded, SAMPLE_DATA: 'off' });
  const running = await openDatabase(env);
  const beside = await runCommand('backup', ['--to', place('beside')], embedded);
  await running.close();
  expect(contentOf(await manifestIn(place('beside'), idIn(beside)))).toEqual(contentOf(manifest));
}, 180_000);

test('a second backup writes no picture again, and each keeps what it had', async () => {
  const to = place('twice');
  await backUp(to);
  const files = async () => (await readdir(join(to, 'files'), { recursive: true })).toSorted();
  const first = await files();
  await backUp(to);
  expect(await files()).toEqual(first);
}, 60_000);

test('an encrypted backup opens with its key alone, and brings the secret along when asked', async () => {
  const { identity, recipient } = await newIdentity();
  const to = place('sealed');
  const keyFile = place('key.txt');
  await writeFile(keyFile, `# public key: ${recipient}\n${identity}\n`);
  const encrypted = { ...source, BACKUP_RECIPIENT: recipient };
  const made = await runCommand('backup', ['--to', to, '--with-secret'], encrypted);
  expect(made.code).toBe(0);
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    expect(bytes.includes('あおの会')).toBe(false);
    expect(entry.name).toMatch(/\.age$|^manifest\.json$|^files\.zst$/);
  }
  const target = await emptyInstallation();
  const restore = (...more: string[]) => runCommand('restore', ['--from', to, ...more], target);
  expect((await restore()).said).toContain('--identity');
  const otherKey = place('other.txt');
  await writeFile(otherKey, `${(await newIdentity()).identity}\n`);
  expect((await restore('--identity', otherKey)).said).toContain('開けません');
  expect(
    await rowsOf(target.DATABASE_URL, 'select from pg_tables where schemaname = $$public$$'),
  ).toEqual([]);
  expect(await restore('--identity', keyFile)).toMatchObject({ code: 0 });
  const [{ name } = {}] = await rowsOf(target.DATABASE_URL, 'select name from associates');
  expect(name).toBe('あおの会\t\\N「\n」');

  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tasuki-restored-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const embedded = await runCommand('restore', ['--from', to, '--identity', keyFile], { DATA_DIR });
  expect(embedded).toMatchObject({ code: 0 });
  expect((await readFile(join(DATA_DIR, 'secret'), 'utf8')).trim()).toBe(testSecret);
}, 180_000);

/** Changes a byte in the middle of a file. */
async function damage(file: string): Promise<void> {
  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

const firstBlob = async (at: string) => {
  const [file] = (
    await readdir(join(at, 'files'), { recursive: true, withFileTypes: true })
  ).filter((entry) => entry.isFile());
  return join(file?.parentPath ?? '', file?.name ?? '');
};

test.each<[string, (at: string, id: string) => Promise<unknown>, RegExp]>([
  [
    'a damaged table',
    (at, id) => damage(join(at, 'backups', id, 'tables/ledger_lines.zst')),
    /ledger_lines\.zst が壊れています/,
  ],
  [
    'a missing table',
    (at, id) => rm(join(at, 'backups', id, 'tables/associates.zst')),
    /associates\.zst がありません/,
  ],
  ['a damaged picture', async (at) => damage(await firstBlob(at)), /files\/.* が壊れています/],
  ['a missing picture', async (at) => rm(await firstBlob(at)), /files\/.* がありません/],
  [
    'no manifest',
    (at, id) => rm(join(at, 'backups', id, 'manifest.json')),
    /manifest\.json がありません/,
  ],
  [
    'an unreadable manifest',
    (at, id) => writeFile(join(at, 'backups', id, 'manifest.json'), '{'),
    /manifest\.json を読み取れません/,
  ],
  [
    'migrations of a later version',
    async (at, id) => {
      const manifest = await manifestIn(at, id);
      manifest.migrations.push({ hash: 'of a later version', createdAt: 4_102_444_800_000 });
      await writeFile(join(at, 'backups', id, 'manifest.json'), JSON.stringify(manifest));
    },
    /この版（.*）では使えません/,
  ],
  [
    'keys that are not at hand',
    async (at, id) => {
      const manifest = await manifestIn(at, id);
      manifest.keys.secrets.push('of another installation');
      await writeFile(join(at, 'backups', id, 'manifest.json'), JSON.stringify(manifest));
    },
    /鍵（SECRET）がありません/,
  ],
])(
  '%s is refused in one line, and nothing is changed',
  async (_what, spoil, says) => {
    const whole = place('whole');
    const [id = await backUp(whole)] = await readdir(join(whole, 'backups')).catch(() => []);
    const spoilt = await mkdtemp(join(folder, 'spoilt-'));
    await cp(whole, spoilt, { recursive: true });
    await spoil(spoilt, id);
    const target = await emptyInstallation();
    const { code, said } = await runCommand('restore', ['--from', spoilt], target);
    expect(code).toBe(1);
    expect(said.trim().split('\n').at(-1)).toMatch(says);
    expect(
      await rowsOf(target.DATABASE_URL, `select from pg_tables where schemaname = 'public'`),
    ).toEqual([]);
    expect(await readdir(target.DATA_DIR)).toEqual([]);
  },
  60_000,
);

test('a database that holds something is refused and stays as it is', async () => {
  const to = place('whole-too');
  await backUp(to);
  const other = await emptyInstallation();
  await runSql(other.DATABASE_URL, 'create table theirs (id int)');
  for (const target of [source, other]) {
    const before = await schemaOf(target.DATABASE_URL);
    const { code, said } = await runCommand('restore', ['--from', to], {
      ...target,
      DATA_DIR: folder,
    });
    expect({ code, isRefused: /空ではありません|起動中の/.test(said) }).toEqual({
      code: 1,
      isRefused: true,
    });
    expect(await schemaOf(target.DATABASE_URL)).toEqual(before);
  }
}, 60_000);

test('a database that another tool restored begins a new generation, once no server uses it', async () => {
  const { url, drop } = await testDatabase();
  onTestFinished(drop);
  const target = { DATABASE_URL: url, SECRET: testSecret, DATA_DIR: place('adopted') };
  const adopt = () => runCommand('restore', ['--loaded', '2026-11-20T08:00:00+09:00'], target);
  expect(await adopt()).toMatchObject({
    code: 0,
    said: expect.stringContaining('2026年11月20日 8時00分のデータベースとして始めます（第2世代）'),
  });
  expect(await rowsOf(url, 'select number, mark from generations')).toEqual([
    { number: 2, mark: 'B' },
  ]);
  const server = new pg.Client({
    connectionString: source.DATABASE_URL,
    application_name: 'tasuki',
  });
  await server.connect();
  onTestFinished(() => server.end());
  const inUse = await runCommand('restore', ['--loaded', '2026-11-20T08:00:00+09:00'], source);
  expect(inUse).toMatchObject({ code: 1, said: expect.stringContaining('起動中のたすき') });
}, 60_000);
