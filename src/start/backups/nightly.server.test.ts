import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { smallPicture } from '#test/factories/pictures.ts';
import { testApp } from '#test/test-app.ts';
import { backups } from './backup-tables.server.ts';
import { checkBackup, findBackup } from './check-backup.server.ts';
import { folderDestination } from './destination.server.ts';
import { listBackups } from './manifest.server.ts';
import { nightlyBackups } from './nightly.server.ts';
import { newIdentity } from './sealing.server.ts';

// The backups of each night, with a clock that is moved.

const folder = await mkdtemp(join(tmpdir(), 'tasuki-nightly-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const dayMs = 86_400_000;

async function nights(name: string, more: Partial<Parameters<typeof nightlyBackups>[0]> = {}) {
  const house = await testApp({ now: new Date('2026-11-20T02:30:00+09:00') });
  const { dependencies, clock } = house;
  const to = folderDestination(join(folder, name));
  const make = () =>
    nightlyBackups({
      ...{ db: dependencies.workDb, files: house.files, clock: () => clock.now },
      ...{ to, recipients: [], at: '02:30', ...more },
    });
  const nextDay = () => {
    clock.now = new Date(clock.now.getTime() + dayMs);
  };
  return { ...house, to, make, nextDay };
}

test('of several processes one makes the backup of a night', async () => {
  const { make, to, db, nextDay } = await nights('one');
  const made = await Promise.all([make(), make(), make()].map(({ backUp }) => backUp()));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await make().backUp()).toBe(false);
  nextDay();
  expect(await make().backUp()).toBe(true);
  expect((await listBackups(to)).complete).toHaveLength(2);
  const rows = await db.select().from(backups).orderBy(backups.startedAt);
  expect(rows.map(({ state, destination }) => ({ state, destination }))).toEqual(
    Array.from({ length: 2 }, () => ({ state: 'done', destination: to.name })),
  );
  expect(rows[1]?.rows).toBeGreaterThan(0);
}, 60_000);

test('what is over goes with the pictures that only it had; each one that is kept is whole', async () => {
  const { make, to, nextDay, services } = await nights('over');
  const { backUp } = make();
  const keep = async () =>
    services.images.keep(await smallPicture(), { kind: 'pledge', ownerUid: 'hanako' });
  const early = await keep();
  for (let night = 0; night < 18; night++) {
    if (night === 1) await services.images.forget([early.id]);
    if (night === 2) expect(await to.list('files/')).not.toEqual([]);
    if (night === 16) {
      expect(await to.list('files/')).toEqual([]);
      await keep();
    }
    await backUp();
    nextDay();
  }
  const { complete } = await listBackups(to);
  // 14 days, of which two end weeks, and the week before.
  expect(complete.map((id) => id.slice(0, 8))).toEqual([
    '20261121',
    ...Array.from({ length: 14 }, (_, index) => 20_261_123 + index).map((day) =>
      String(day > 20_261_130 ? day + 70 : day),
    ),
  ]);
  for (const id of complete) {
    const manifest = await findBackup(to, id);
    await checkBackup(to, manifest, { identities: [], report: () => undefined });
  }
}, 120_000);

test('one that failed is recorded, and made an hour later', async () => {
  const { make, db, clock, to } = await nights('failing');
  const broken = make();
  const write = vi.spyOn(to, 'write').mockRejectedValueOnce(new Error('no space'));
  await expect(broken.backUp()).rejects.toThrow('no space');
  expect(write).toHaveBeenCalled();
  expect(await db.select().from(backups)).toMatchObject([{ state: 'failed', error: 'no space' }]);
  expect(await broken.backUp()).toBe(false);
  clock.now = new Date(clock.now.getTime() + 60 * 60_000);
  expect(await broken.backUp()).toBe(true);
}, 60_000);

test('its trial restore gets a key that opens this backup alone', async () => {
  const { recipient } = await newIdentity();
  const keys: (string | undefined)[] = [];
  const { make, to, nextDay } = await nights('proven', {
    recipients: [recipient],
    prove: async (manifest, identity = '') => {
      keys.push(identity);
      const identities = [identity];
      await checkBackup(to, manifest, { identities, report: () => undefined });
    },
  });
  await make().backUp();
  nextDay();
  await make().backUp();
  const manifest = await findBackup(to);
  expect(manifest.recipients).toEqual([recipient]);
  const opened = checkBackup(to, manifest, {
    identities: [keys[0] ?? ''],
    report: () => undefined,
  });
  await expect(opened).rejects.toThrow('開けません');
  expect(await readdir(to.name)).toContain('backups');
}, 60_000);
