import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { removeFiles } from '#kit/files/file-removals.server.ts';
import { appendEntries, countEntries } from '#money/public-book/public-entries.server.ts';
import { testApp } from '#test/test-app.ts';
import { forgetLog } from './forget-log.server.ts';
import { keepLog } from './log-work.server.ts';
import { bundleFile, checkpointFile } from './published-log.server.ts';
import { recoverEntries } from './recover-entries.server.ts';
import { sealLog } from './seal-log.server.ts';
import { bundleOf, readBundle } from './tiles.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock, files } = house;
const { ctx } = house.services;
const away = {
  ...ctx,
  files: {
    ...files,
    write: () => Promise.reject(new Error('the store is away')),
  },
};
const append = (count: number) =>
  db.transaction((tx) =>
    appendEntries(
      tx,
      Array.from({ length: count }, (_, at) => ({ kind: 'figures' as const, body: { at } })),
      clock.now,
    ),
  );
const noteOf = async () => (await app.inject({ url: '/log/checkpoint' })).payload;
const copyOf = async (name: string) => (await files.read(name))?.toString('utf8');

beforeEach(async () => {
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000);
  await append(300);
});

test('what is signed while the store cannot be written to is copied in the next round', async () => {
  await expect(sealLog(away)).rejects.toThrow('the store is away');
  expect(await copyOf(checkpointFile)).toBeUndefined();
  await keepLog(ctx);
  expect(await copyOf(checkpointFile)).toBe(await noteOf());
  expect(readBundle((await files.read(bundleFile(1))) ?? Buffer.alloc(0))).toHaveLength(44);
});

test('of processes that seal at once one signs, and the copy is whole', async () => {
  const ended = await Promise.all([sealLog(ctx), sealLog(ctx), sealLog(ctx)]);
  expect(ended.filter((one) => one === 'sealed')).toHaveLength(1);
  expect(await copyOf(checkpointFile)).toBe(await noteOf());
});

test('a cut copy is not taken back', async () => {
  const bundle = (await files.read(bundleFile(1))) ?? Buffer.alloc(0);
  const other = await testApp({ now: clock.now });
  await other.db.execute(sql`insert into log_keys select * from jsonb_populate_recordset(null::log_keys,
    ${JSON.stringify((await db.execute(sql`select * from log_keys`)).rows)}::jsonb)`);
  const recover = (cut: Buffer) =>
    recoverEntries({ db: other.db, clock: () => clock.now }, async (name) =>
      name === bundleFile(1) ? cut : files.read(name),
    );
  expect(await recover(bundle.subarray(0, -3))).toBe('differs');
  expect(await recover(bundleOf(['no JSON', ...readBundle(bundle).slice(1)]))).toBe('differs');
  expect(await countEntries(other.db)).toBe(0);
  // A round of its own takes back what was published before anything is appended.
  await keepLog({ ...other.services.ctx, files });
  expect(await countEntries(other.db)).toBeGreaterThan(300);
});

test('a tile is asked for by HEAD, in parts, and by its one name', async () => {
  const of = (url: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ url, method });
  const [got, head] = [await of('/log/tile/0/000'), await of('/log/tile/0/000', 'HEAD')];
  expect([head.statusCode, head.payload]).toEqual([200, '']);
  expect(head.headers['content-length']).toBe(String(got.rawPayload.length));
  const part = (await of('/log/tile/0/000.p/3')).rawPayload;
  expect(part).toEqual(got.rawPayload.subarray(0, 96));
  const root = createHash('sha256').update(Uint8Array.of(0));
  const [first = ''] = readBundle((await of('/log/tile/entries/000')).rawPayload);
  expect(part.subarray(0, 32)).toEqual(root.update(first).digest());
  for (const url of ['00/000', '6/000', '0/000.p/256', '0/x000/000']) {
    expect((await of(`/log/tile/${url}`)).statusCode).toBe(404);
  }
});

test('an entry of more than 65,535 bytes is refused whole', async () => {
  const before = await countEntries(db);
  await expect(
    db.transaction((tx) =>
      appendEntries(tx, [{ kind: 'letter', body: { text: '海'.repeat(21_846) } }], clock.now),
    ),
  ).rejects.toThrow('65,535 bytes');
  expect(await countEntries(db)).toBe(before);
});

test('a log is forgotten with the entries of a sample, and never while it has any', async () => {
  await removeFiles(ctx, await db.transaction(forgetLog));
  expect(await noteOf()).toContain('/log');
  await db.execute(sql`alter table public_entries disable trigger user`);
  await db.execute(sql`delete from public_entries`);
  await db.execute(sql`alter table public_entries enable trigger user`);
  await removeFiles(ctx, await db.transaction(forgetLog));
  for (const table of [
    'log_hashes',
    'log_checkpoints',
    'log_keys',
    'commitments',
    'file_removals',
  ]) {
    expect(await db.execute(sql`select from ${sql.identifier(table)}`)).toHaveProperty('rows', []);
  }
  for (const name of [checkpointFile, bundleFile(0), bundleFile(1)]) {
    expect(await files.has(name)).toBe(false);
  }
  await append(1);
  expect(await sealLog(ctx)).toBe('sealed');
  await expect(db.execute(sql`delete from log_checkpoints`)).rejects.toThrow();
});
