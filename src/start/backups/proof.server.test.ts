import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { restores } from '#kit/restores/restore-tables.server.ts';
import { runChecks } from '#start/doctor/checks.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import { backups } from './backup-tables.server.ts';
import { folderDestination } from './destination.server.ts';
import type { Manifest } from './manifest.server.ts';
import { proveBackup } from './proof.server.ts';
import { runBackup } from './run-backup.server.ts';
import { newIdentity } from './sealing.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { db, files, folder } = house;
const clock = () => house.clock.now;
await insertAssociate(db, 'ao');
await bookGift(db, { id: 'gift', yen: 100, at: clock() });
await house.services.images.keep(await smallPicture(), { kind: 'pledge', ownerUid: 'hanako' });

const place = join(folder, 'backups');
const source = folderDestination(place);
const deps = {
  // The doctor compares it with the database's.
  clock: () => new Date(),
  ...{ db: house.dependencies.workDb, source, dataDir: folder },
  secrets: { secret: testSecret },
  examine: runChecks,
};
const backUp = async (alsoTo?: string): Promise<Manifest> => {
  const { recipient } = await newIdentity();
  const recipients = alsoTo === undefined ? [] : [recipient];
  const options = { to: source, recipients, alsoTo, report: () => undefined };
  const manifest = await runBackup({ db, files, clock }, options);
  if (!manifest) throw new Error('there is no backup');
  return manifest;
};
const rowOf = async ({ id }: Manifest) =>
  (await db.select().from(backups)).find((row) => row.id === id);
/** Folders of trials, and databases that still run in them. */
const leftOver = async () => readdir(join(folder, 'trials')).catch(() => []);

test('a good backup is proven by a trial restore that leaves nothing behind, and the service is untouched', async () => {
  const manifest = await backUp();
  expect(await proveBackup(deps, manifest, undefined)).toBe('ok');
  expect(await rowOf(manifest)).toMatchObject({
    ...{ proof: 'ok', provenAt: expect.any(Date) },
    proofMs: expect.any(Number),
  });
  expect(await leftOver()).toEqual([]);
  expect(await db.select().from(restores)).toEqual([]);
});

test('an encrypted backup is proven by an identity that only the trial knows', async () => {
  const { recipient, identity } = await newIdentity();
  const manifest = await backUp(recipient);
  expect(await proveBackup(deps, manifest, identity)).toBe('ok');
  const other = await newIdentity();
  expect(await proveBackup(deps, manifest, other.identity)).not.toBe('ok');
  expect(await rowOf(manifest)).toMatchObject({ proof: expect.stringContaining('鍵') });
});

test('of a damaged backup the proof names the table, and the start page says so', async () => {
  const manifest = await backUp();
  const table = manifest.tables.find(({ name }) => name === 'ledger_lines');
  const file = join(place, 'backups', manifest.id, table?.object ?? '');
  const bytes = await readFile(file);
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
  await writeFile(file, bytes);
  expect(await proveBackup(deps, manifest, undefined)).toContain('ledger_lines');
  expect(await leftOver()).toEqual([]);
  const headers = await signedIn(house)('op', 'operator');
  const todos = await house.app.inject({ url: '/api/office/todos', headers });
  expect(todos.json().find(({ key }: { key: string }) => key === 'backups')?.note).toContain(
    '試しに戻すことができませんでした',
  );
});

test('books that do not balance fail the proof, though the backup is whole', async () => {
  await db.execute(sql`update kept_sums set amount = amount + 1
    where (name, key) in (select name, key from kept_sums limit 1)`);
  const manifest = await backUp();
  expect(await proveBackup(deps, manifest, undefined)).toContain('集計');
  const row = await rowOf(manifest);
  expect([row?.proof, row?.provenAt]).toEqual([expect.stringContaining('集計'), null]);
});

test('what a killed trial left is stopped and removed by the next', async () => {
  const left = join(folder, 'trials', '999999999-1');
  await mkdir(left, { recursive: true, mode: 0o711 });
  // Started by another process, so that nobody starts it again.
  const program = `const { openCluster } = await import('#kit/db/cluster.server.ts');
    await openCluster({ dataDir: ${JSON.stringify(left)} }); process.kill(process.pid, 'SIGKILL');`;
  await new Promise((resolve) =>
    execFile(process.execPath, ['--input-type=module', '-e', program], resolve),
  );
  const pid = Number(
    (await readFile(join(left, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  expect(process.kill(pid, 0)).toBe(true);
  await db.execute(sql`truncate kept_sums`);
  await proveBackup(deps, await backUp(), undefined);
  expect(() => process.kill(pid, 0)).toThrow();
  expect(await leftOver()).toEqual([]);
});
