import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#kit/http/app.server.ts';
import { backups } from '#start/backups/backup-tables.server.ts';
import { mountRoutes } from '#start/routes.server.ts';
import { createServices } from '#start/services.server.ts';
import { databaseName, runSql, databaseUrl as urlInServer } from '#test/database.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { recordLaterMigration } from '#test/fixtures/later-database.ts';
import { testApp } from '#test/test-app.ts';

// Liveness, readiness, and the state of each part (docs/decisions/0007).

const minuteMs = 60_000;

/** A service, with the states of /health by part and in total. */
async function watched(
  disk: Partial<TestDisk> = {},
  backupsAt?: { name: string; isInDataDir: boolean },
) {
  const house = await testApp();
  const dependencies = { ...house.dependencies, backupsAt };
  const services = createServices({ ...dependencies, disk: { ...roomyDisk, ...disk } });
  const app = await buildApp(services, {
    logLevel: 'silent',
    publicUrl: dependencies.publicUrl,
    mount: (scope) => mountRoutes(scope, services),
  });
  onTestFinished(() => app.close());
  async function ask() {
    const reply = await app.inject('/health');
    const { status, parts } = reply.json() as {
      status: string;
      parts: { name: string; state: string; says: string }[];
    };
    const states = Object.fromEntries(parts.map(({ name, state }) => [name, state]));
    return { code: reply.statusCode, status, states, parts };
  }
  return { ...house, app, services, ask };
}

type TestDisk = { freeBytes(): Promise<number>; tryWriting(): Promise<void> };
const roomyDisk: TestDisk = {
  freeBytes: async () => 10 * 1024 ** 3,
  tryWriting: async () => undefined,
};
const allWell = {
  ...{ database: 'ok', schema: 'ok', disk: 'ok', mails: 'ok', pictures: 'ok', backups: 'ok' },
};

test('all is well: every part says so in a sentence', async () => {
  const { ask } = await watched();
  const { code, status, states, parts } = await ask();
  expect({ code, status, states }).toEqual({ code: 200, status: 'ok', states: allWell });
  for (const { says } of parts) expect(says).toMatch(/^[^\n]*[ぁ-ん][^\n]*。$/);
});

test.each<[string, Partial<TestDisk>]>([
  ['has less than a gigabyte left', { freeBytes: async () => 1024 ** 3 - 1 }],
  ['cannot be written to', { tryWriting: () => Promise.reject(new Error('ENOSPC')) }],
  ['does not answer', { tryWriting: () => new Promise(() => undefined) }],
])('a disk that %s fails, alone', async (_what, disk) => {
  const { ask } = await watched(disk);
  const { code, states } = await ask();
  expect({ code, states }).toEqual({ code: 503, states: { ...allWell, disk: 'failing' } });
});

test('a database that takes no new connection fails, whatever the open ones do, and visitors may come', async () => {
  const { ask, app, databaseUrl } = await watched();
  expect((await app.inject('/api/associates')).statusCode).toBe(200);
  await runSql(
    urlInServer(databaseUrl, 'postgres'),
    `alter database ${databaseName(databaseUrl)} allow_connections false`,
  );
  const { code, states } = await ask();
  expect(code).toBe(503);
  expect(states).toEqual({
    ...{
      database: 'failing',
      schema: 'unknown',
      disk: 'ok',
      mails: 'unknown',
      pictures: 'unknown',
      backups: 'unknown',
    },
  });
  expect((await app.inject('/api/associates')).statusCode).toBe(200);
  expect((await app.inject('/readyz')).statusCode).toBe(200);
});

test('a schema of a later version fails', async () => {
  const { ask, databaseUrl } = await watched();
  await recordLaterMigration(databaseUrl, '9.9.9');
  const { code, states } = await ask();
  expect(code).toBe(503);
  expect(states).toMatchObject({ database: 'ok', schema: 'failing', mails: 'unknown' });
});

test('mails that have not left for a quarter of an hour fail; what waits for its day does not', async () => {
  const { ask, db, clock } = await watched();
  const insert = (key: string, minutesAgo: number, dueInMinutes: number, error: string) =>
    db.execute(sql`insert into outbox_mails
      (dedupe_key, message_id, kind, recipient, subject, text_body, created_at, available_at, last_error)
      values (${key}, ${key}, 'kit-sent', 'hanako@tasuki.example', '件名', '本文',
        now() - make_interval(mins => ${minutesAgo}), now() + make_interval(mins => ${dueInMinutes}), ${error})`);
  await insert('tomorrow', 60, 600, '');
  await insert('just tried', 14, 1, 'ECONNREFUSED');
  expect((await ask()).states).toEqual(allWell);
  await insert('refused for long', 16, 1, 'ECONNREFUSED');
  clock.now = new Date(clock.now.getTime() + minuteMs);
  expect((await ask()).states).toEqual({ ...allWell, mails: 'failing' });
  await db.execute(`delete from outbox_mails where dedupe_key = 'refused for long'`);
  await insert('never tried', 16, -16, '');
  clock.now = new Date(clock.now.getTime() + minuteMs);
  expect((await ask()).states).toEqual({ ...allWell, mails: 'failing' });
});

test('pictures that are missing fail, once they must be there', async () => {
  const { ask, services, folder, clock } = await watched();
  const ownerUid = 'hanako';
  await services.images.keep(await smallPicture(), { kind: 'pledge', ownerUid });
  clock.now = new Date(clock.now.getTime() + 20 * minuteMs);
  expect((await ask()).states).toEqual(allWell);
  await rm(join(folder, 'images'), { recursive: true });
  clock.now = new Date(clock.now.getTime() + 2 * minuteMs);
  expect((await ask()).states).toEqual({ ...allWell, pictures: 'failing' });
});

test('backups fail where there is none for long, where the last is too old, and where it failed', async () => {
  const { ask, db, clock } = await watched({}, { name: '/backups', isInDataDir: true });
  const hourMs = 60 * minuteMs;
  const later = async (hours: number) => {
    clock.now = new Date(clock.now.getTime() + hours * hourMs);
    const { states, parts } = await ask();
    return { state: states.backups, says: parts.find(({ name }) => name === 'backups')?.says };
  };
  const add = (state: 'done' | 'failed', destination = '/backups') => {
    const [startedAt, endedAt] = [clock.now, clock.now];
    const id = `${state} ${destination} ${clock.now.toISOString()}`;
    return db.insert(backups).values({ id, startedAt, endedAt, state, destination });
  };
  expect(await later(1)).toMatchObject({ state: 'ok' });
  await add('done', '/elsewhere');
  expect(await later(36)).toMatchObject({
    state: 'failing',
    says: 'バックアップが、まだ一つもありません。',
  });
  await add('done');
  expect(await later(36)).toMatchObject({
    state: 'ok',
    says: expect.stringContaining('11月21日 23時00分'),
  });
  expect(await later(1)).toMatchObject({
    state: 'failing',
    says: expect.stringContaining('新しいもの'),
  });
  await add('done');
  expect(await later(1)).toMatchObject({ state: 'ok' });
  await add('failed');
  expect(await later(1)).toMatchObject({ state: 'failing', says: expect.stringContaining('失敗') });
  await db.delete(backups).where(eq(backups.state, 'failed'));
  await db.update(backups).set({ proof: 'ledger' });
  expect(await later(1)).toMatchObject({
    state: 'failing',
    says: expect.stringContaining('試しに'),
  });
});

test('whoever asks often gets the answer of the last look, for five seconds', async () => {
  let looks = 0;
  const { ask, clock } = await watched({
    tryWriting: async () => {
      looks += 1;
    },
  });
  await Promise.all(Array.from({ length: 20 }, ask));
  clock.now = new Date(clock.now.getTime() + 4_000);
  await ask();
  expect(looks).toBe(1);
  clock.now = new Date(clock.now.getTime() + 1_000);
  await ask();
  expect(looks).toBe(2);
});

test('no visitors should come where the schema is not ours, nor from the beginning of a stop', async () => {
  const { app, services } = await watched();
  const isReady = async () => (await app.inject('/readyz')).statusCode === 200;
  let isOurs = true;
  services.health.watchSchema(() => isOurs);
  expect(await isReady()).toBe(true);
  isOurs = false;
  expect(await isReady()).toBe(false);
  isOurs = true;
  expect(await isReady()).toBe(true);
  services.health.stopServing();
  expect(await isReady()).toBe(false);
  expect((await app.inject('/api/associates')).statusCode).toBe(200);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});
