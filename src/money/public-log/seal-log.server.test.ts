import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { appendEntries } from '#money/public-book/public-entries.server.ts';
import { atEnd, type TestApp, testApp } from '#test/test-app.ts';
import { isIncluded, leafHash } from './merkle.server.ts';
import { recoverEntries } from './recover-entries.server.ts';
import { sealLog } from './seal-log.server.ts';
import { stoppedLog } from './stopped-log.server.ts';
import { bundleOf, readBundle, tilePath } from './tiles.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock, files } = house;
const { ctx } = house.services;
const run = promisify(execFile);

const transfer = (yen: number) => ({
  kind: 'transfer' as const,
  body: { givenYen: yen, costYen: 100, arrivedYen: yen - 100, name: '青い海の会' },
});
const append = (count: number, from = 1_000) =>
  db.transaction((tx) =>
    appendEntries(
      tx,
      Array.from({ length: count }, (_, at) => transfer(from + at)),
      clock.now,
    ),
  );
const nextDay = () => {
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000);
};
/** The whole log as a stranger downloads it; returns the folder. */
const download = () => downloadOf(house);
async function downloadOf({ app }: TestApp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-log-'));
  atEnd(() => rm(folder, { recursive: true }));
  const save = async (name: string) => {
    const reply = await app.inject({ url: `/log/${name}` });
    expect([name, reply.statusCode]).toEqual([name, 200]);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), reply.rawPayload);
    return reply.payload;
  };
  await save('key');
  const size = Number((await save('checkpoint')).split('\n')[1]);
  for (let first = 0; first < size; first += 256) {
    const count = Math.min(256, size - first);
    const path = `${tilePath(first / 256)}${count < 256 ? `.p/${count}` : ''}`;
    await save(`tile/0/${path}`);
    await save(`tile/entries/${path}`);
  }
  return folder;
}
const verify = (folder: string, ...more: string[]) =>
  run(process.execPath, ['public/log/verify.mjs', folder, ...more]).then(
    ({ stdout }) => ({ code: 0, says: stdout }),
    ({ code, stderr }) => ({ code, says: String(stderr) }),
  );
/** Replaces a line of the downloaded log. */
async function change(folder: string, position: number, how: (line: string) => string) {
  const path = join(folder, 'tile/entries', tilePath(Math.floor(position / 256)));
  const lines = readBundle(await readFile(path));
  lines[position % 256] = how(lines[position % 256] ?? '');
  await writeFile(path, bundleOf(lines));
}

/** Another database with the first entries and the log as it was then, and the files as they are now. */
async function copyOf(size: number) {
  const other = await testApp({ now: clock.now });
  for (const table of ['log_keys', 'log_checkpoints', 'public_entries'] as const) {
    const where = {
      log_keys: sql`true`,
      log_checkpoints: sql`size <= ${size}`,
      public_entries: sql`position < ${size}`,
    };
    const { rows } = await db.execute(
      sql`select * from ${sql.identifier(table)} where ${where[table]}`,
    );
    await other.db.execute(sql`insert into ${sql.identifier(table)} select * from
      jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::jsonb)`);
  }
  return { db: other.db, ctx: { ...other.services.ctx, files } };
}

let early: string;

beforeAll(async () => {
  await append(3);
  expect(await sealLog(ctx)).toBe('sealed');
  early = await download();
  nextDay();
  await append(600, 5_000);
});
beforeEach(() => {
  nextDay();
});

test('a day’s entries are signed once, after its first hours, and only where there are some', async () => {
  clock.now = new Date('2026-11-22T02:59:00+09:00');
  expect(await sealLog(ctx)).toBe('nothing');
  clock.now = new Date('2026-11-22T03:00:00+09:00');
  expect(await sealLog(ctx)).toBe('sealed');
  await append(1);
  expect(await sealLog(ctx)).toBe('nothing');
  nextDay();
  expect(await sealLog(ctx)).toBe('sealed');
  nextDay();
  expect(await sealLog(ctx)).toBe('nothing');
});

test('a stranger holds the whole log against its signature, and against what was published before', async () => {
  const folder = await download();
  expect(await verify(folder)).toEqual({ code: 0, says: expect.stringContaining('604行は') });
  const since = ['--since', join(early, 'checkpoint')];
  expect(await verify(folder, ...since)).toEqual({
    code: 0,
    says: expect.stringContaining('手もとの記録（3行）から、続いています。'),
  });
});

test.each([
  ['one yen', (line: string) => line.replace('"givenYen":5100', '"givenYen":5101')],
  ['a day', (line: string) => line.replace('2026-11-21', '2026-11-20')],
  ['a name', (line: string) => line.replace('青い海の会', '赤い海の会')],
])('%s changed in an entry is found at its place', async (_what, how) => {
  const folder = await download();
  await change(folder, 103, how);
  expect(await verify(folder)).toEqual({
    code: 1,
    says: expect.stringContaining('103番の行が、署名された記録と違います。'),
  });
});

test('an entry left out, an altered checkpoint and another key are found', async () => {
  const folder = await download();
  const path = join(folder, 'tile/entries', '001');
  const bundle = await readFile(path);
  await writeFile(path, bundleOf(readBundle(bundle).slice(0, -1)));
  expect((await verify(folder)).says).toContain('511番の行がありません。');
  await writeFile(path, bundle);
  const note = await readFile(join(folder, 'checkpoint'), 'utf8');
  await writeFile(join(folder, 'checkpoint'), note.replace('\n604\n', '\n603\n'));
  expect((await verify(folder)).says).toContain('署名が、確かめる鍵と合いません。');
  const otherKey = `${'localhost:3000/log'}+00000000+${'A'.repeat(44)}`;
  expect((await verify(folder, '--key', otherKey)).code).toBe(1);
});

test('a log that was rolled back, and one that goes another way, are found by an earlier checkpoint', async () => {
  const whole = await download();
  const since = ['--since', join(whole, 'checkpoint')];
  expect((await verify(early, ...since)).says).toContain(
    '巻き戻されています。手もとの記録は604行、公開されている記録は3行です。',
  );
  const other = await testApp({ now: clock.now });
  await other.db.execute(sql`insert into log_keys select * from jsonb_populate_recordset(null::log_keys,
    ${JSON.stringify((await db.execute(sql`select * from log_keys`)).rows)}::jsonb)`);
  await other.db.transaction((tx) =>
    appendEntries(
      tx,
      Array.from({ length: 700 }, () => transfer(7_000)),
      clock.now,
    ),
  );
  expect(await sealLog(other.services.ctx)).toBe('sealed');
  const fork = await downloadOf(other);
  expect((await verify(fork)).code).toBe(0);
  expect((await verify(fork, ...since)).says).toContain('枝分かれしています。');
});

test('an entry that breaks its own sum is found even where it was signed', async () => {
  const other = await testApp({ now: clock.now });
  const wrong = { ...transfer(7_000), body: { givenYen: 7_000, costYen: 100, arrivedYen: 6_901 } };
  await other.db.transaction((tx) => appendEntries(tx, [transfer(1_000), wrong], clock.now));
  expect(await sealLog(other.services.ctx)).toBe('sealed');
  expect((await verify(await downloadOf(other))).says).toContain(
    '1番の行：7000円 − 100円が、6901円になりません。',
  );
});

test('a single entry is proven to be in the signed log, and one that is not signed yet is not shown', async () => {
  for (const position of [0, 3, 255, 256, 603]) {
    const entry = (await app.inject({ url: `/api/public-log/${position}` })).json();
    const root = Buffer.from(entry.root, 'base64');
    const proof = entry.proof.map((hash: string) => Buffer.from(hash, 'base64'));
    const hash = leafHash(Buffer.from(entry.line));
    expect(isIncluded(hash, proof, { leaf: position, size: 604, root })).toBe(true);
  }
  await append(1);
  expect((await app.inject({ url: '/api/public-log/604' })).statusCode).toBe(404);
  expect((await app.inject({ url: '/log/tile/0/002.p/93' })).statusCode).toBe(404);
  expect(await sealLog(ctx)).toBe('sealed');
});

test.each([
  '/log/tile/0/2',
  '/log/tile/0/000.p/0',
  '/log/tile/9/000',
  '/log/tile/x/000',
  '/log/tile/entries/x000/000',
])('%s is no file of the log', async (url) => {
  expect((await app.inject({ url })).statusCode).toBe(404);
});

test('a full tile is kept for ever, a checkpoint for a minute', async () => {
  const kept = async (url: string) =>
    (await app.inject({ url: `/log/${url}` })).headers['cache-control'];
  expect(await kept('tile/0/001')).toContain('immutable');
  expect(await kept('tile/1/000.p/2')).not.toContain('immutable');
  expect(await kept('checkpoint')).toBe('public, max-age=60');
});

test('a database that lacks published entries signs nothing until it has taken them back', async () => {
  const restored = await copyOf(3);
  await restored.db.transaction((tx) => appendEntries(tx, [], clock.now));
  expect(await sealLog(restored.ctx)).toBe('behind');
  expect(await stoppedLog(restored.db)).toMatchObject({ reason: 'behind', publishedSize: 605 });
  expect(await recoverEntries(restored.ctx, (name) => files.read(name))).toBe(602);
  await restored.db.transaction((tx) => appendEntries(tx, [transfer(9_000)], clock.now));
  expect(await sealLog(restored.ctx)).toBe('sealed');
  expect(await stoppedLog(restored.db)).toBeUndefined();
});

test('a database that said something else since signs nothing, and takes nothing back', async () => {
  const restored = await copyOf(3);
  await restored.db.transaction((tx) => appendEntries(tx, [transfer(9_999)], clock.now));
  expect(await sealLog(restored.ctx)).toBe('behind');
  expect(await recoverEntries(restored.ctx, (name) => files.read(name))).toBe('differs');
  await restored.db.transaction((tx) =>
    appendEntries(
      tx,
      Array.from({ length: 700 }, () => transfer(9_999)),
      clock.now,
    ),
  );
  expect(await sealLog(restored.ctx)).toBe('fork');
  const { rows } = await restored.db.execute(sql`select from log_checkpoints where size > 3`);
  expect(rows).toEqual([]);
});
