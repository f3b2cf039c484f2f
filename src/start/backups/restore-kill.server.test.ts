import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';
import { openDatabase } from '#start/open-database.server.ts';
import { contentOf, idIn, manifestIn, runCommand, startCommand } from '#test/backups/commands.ts';
import { emptyDatabase } from '#test/database.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { sampled } from '#test/form.ts';
import { testApp, testSecret } from '#test/test-app.ts';

// Restores that are killed, at each of their steps.

const house = await testApp();
const folder = await mkdtemp(join(tmpdir(), 'tasuki-backups-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const to = join(folder, 'to');
let id = '';

beforeAll(async () => {
  await insertAssociate(house.db, 'ao', 'あおの会');
  const at = new Date('2026-11-10T12:00:00+09:00');
  for (let each = 0; each < 40; each++)
    await bookGift(house.db, { id: `gift-${each}`, yen: 100, at });
  await house.services.images.keep(await smallPicture(), { kind: 'pledge', ownerUid: 'hanako' });
  const source = { DATABASE_URL: house.databaseUrl, SECRET: testSecret, DATA_DIR: house.folder };
  id = idIn(await runCommand('backup', ['--to', to], source));
});

/** Lines that the command prints, as it begins each step. */
const steps = sampled(
  [
    '写真と書類を戻しています',
    '表を読み込んでいます',
    '索引と制約を作っています',
    '読み込んだ内容を確かめています',
    '集計と帳簿を確かめています',
  ],
  { every: 3, salt: 'restore-kill' },
);

test.each(steps)(
  'killed at «%s», no server starts on it, and the same command restores all',
  async (step) => {
    const { url, drop } = await emptyDatabase();
    onTestFinished(drop);
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'tasuki-restored-'));
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
    const target = { DATABASE_URL: url, SECRET: testSecret, DATA_DIR };
    const child = startCommand('restore', ['--from', to], target);
    child.stderr?.on('data', (said: Buffer) => {
      if (said.includes(step)) child.kill('SIGKILL');
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const start = () => openDatabase(readEnv(target));
    await expect(start()).rejects.toThrow('バックアップから戻している途中です');
    expect(await runCommand('restore', ['--from', to], target)).toMatchObject({ code: 0 });
    await (await start()).close();
    const again = idIn(await runCommand('backup', ['--to', join(folder, step)], target));
    expect(contentOf(await manifestIn(join(folder, step), again))).toEqual(
      contentOf(await manifestIn(to, id)),
    );
  },
  120_000,
);

test('killed while the backup is checked, it has changed nothing', async () => {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tasuki-restored-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const target = { DATABASE_URL: url, SECRET: testSecret, DATA_DIR };
  const child = startCommand('restore', ['--from', to], target);
  child.stderr?.on('data', () => child.kill('SIGKILL'));
  await once(child, 'exit');
  await (await openDatabase(readEnv(target))).close();
}, 60_000);
