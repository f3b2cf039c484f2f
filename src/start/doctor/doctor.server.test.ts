import { spawnSync } from 'node:child_process';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { adoptStore, isOwnStore, storeSetting } from '#kit/files/store-mark.server.ts';
import { writeSetting } from '#kit/settings/settings.server.ts';
import { keptSums } from '#money/sums/sum-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { backups } from '#start/backups/backup-tables.server.ts';
import { readEnv } from '#start/env.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { insertImage } from '#test/factories/pledging.ts';
import { insertPaper } from '#test/factories/receipts.ts';
import { testApp, testSecret } from '#test/test-app.ts';
import { checks, runChecks } from './checks.server.ts';
import type { Finding, Subject } from './finding.server.ts';

const house = await testApp({ now: new Date() });
const { db, clock, files, folder } = house;
const environment = (more: Record<string, string> = {}) => readEnv({ DATA_DIR: folder, ...more });
const disk = (freeBytes: number) => ({
  freeBytes: async () => freeBytes,
  tryWriting: async () => undefined,
});
const subject = (more: Partial<Subject> = {}): Subject => ({
  ...{ db, clock: () => clock.now, files, disk: disk(10 ** 11), env: environment() },
  ...more,
});
async function found(check: string, more?: Partial<Subject>): Promise<Finding> {
  const [finding] = await runChecks(subject(more), { only: [check] });
  if (!finding) throw new Error(`${check} says nothing`);
  return finding;
}
const longAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
async function repaired(check: string): Promise<string | undefined> {
  return checks.find((one) => one.check === check)?.repair?.(subject());
}

beforeAll(async () => {
  await insertAssociate(db, 'ao');
  clock.now = new Date();
});

test('a sound installation has no failing check, and each says something', async () => {
  await isOwnStore(db, files);
  const findings = await runChecks(subject());
  expect(findings.map(({ check }) => check)).toEqual(checks.map(({ check }) => check));
  const failing = findings.filter(({ state }) => state === 'failing');
  // Nothing was backed up yet.
  expect(failing.map(({ check }) => check)).toEqual(['backup']);
  for (const { state, says, nextStep } of findings) {
    expect(says).toMatch(/。$/);
    expect(state === 'ok' || nextStep !== '').toBe(true);
  }
});

test('it changes nothing', async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set transaction read only`);
    const findings = await runChecks(subject({ db: tx as never }));
    expect(findings.filter(({ says }) => says.startsWith('確かめている途中'))).toEqual([]);
  });
});

test('a migration of a later version ends the examination', async () => {
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at, written_by)
    values ('of the future', 9999999999999, '9.9.0')`);
  const findings = await runChecks(subject());
  await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'of the future'`);
  expect(findings).toMatchObject([{ check: 'schema', state: 'failing' }]);
  expect(findings[0]?.says).toContain('9.9.0');
});

test('an index that is gone, or that a broken build left unusable, is named', async () => {
  await db.execute(sql`drop index applications_created`);
  expect(await found('indexes')).toMatchObject({
    ...{ state: 'failing', details: ['ない：applications_created'] },
  });
  await db.execute(
    sql`create index applications_created on applications (created_at, appraisal_id)`,
  );
  expect((await found('indexes')).state).toBe('ok');
});

test('a database whose clock differs is found', async () => {
  const at = (ms: number) => ({ clock: () => new Date(Date.now() + ms) });
  expect((await found('clocks', at(0))).state).toBe('ok');
  expect((await found('clocks', at(10_000))).state).toBe('warning');
  expect((await found('clocks', at(-3_600_000))).state).toBe('failing');
});

test('a kept sum that differs from its rows is found, and repaired once', async () => {
  await db.insert(keptSums).values({ name: 'mails', key: 'dead', count: 3, amount: 0 });
  expect(await found('sums')).toMatchObject({
    ...{ state: 'failing', details: ['mails dead：3 / 0、記録は0 / 0'] },
  });
  expect(await repaired('sums')).toBe('1件の集計を、記録に合わせました。');
  expect((await found('sums')).state).toBe('ok');
  expect(await repaired('sums')).toBeUndefined();
});

test('a posting that does not balance, which the database refuses, is found where a restore brought it', async () => {
  expect((await found('postings')).state).toBe('ok');
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table ledger_lines disable trigger user`);
    await tx.execute(sql`insert into ledger_lines (posting_id, line, account, amount_yen, at)
      values ('lost:half', 1, 'bank', 500, now())`);
    await tx.execute(sql`alter table ledger_lines enable trigger user`);
  });
  expect(await found('postings')).toMatchObject({
    ...{ state: 'failing', details: ['lost:half：500円'] },
  });
});

test('a paper whose sum is not that of its lines is named', async () => {
  expect((await found('papers')).state).toBe('ok');
  await insertPaper(db, { number: '2026-000009' });
  expect(await found('papers')).toMatchObject({
    ...{ state: 'failing', details: ['2026-000009：合計800円、明細0円'] },
  });
});

test('a picture without its file, and a file without its row, are named; the latter goes by repair', async () => {
  await insertImage(db, '00000000-0000-4000-8000-000000000001');
  const missing = await found('files');
  expect(missing.state).toBe('failing');
  expect(missing.details[0]).toMatch(/^images\/00000000-0000-4000-8000-000000000001-/);
  await db.execute(sql`delete from images`);

  const orphan = 'images/00000000-0000-4000-8000-000000000002-360.webp';
  await files.write(orphan, Buffer.from('x'));
  expect((await found('orphan-files')).state).toBe('ok');
  await utimes(join(folder, orphan), longAgo, longAgo);
  expect(await found('orphan-files')).toMatchObject({ state: 'warning', details: [orphan] });
  expect(await repaired('orphan-files')).toContain('1点');
  expect(await files.has(orphan)).toBe(false);
});

test('a server with a file store of its own beside others is found; none of its files is an orphan', async () => {
  await isOwnStore(db, files);
  expect((await found('file-store')).state).toBe('ok');
  const orphan = 'images/00000000-0000-4000-8000-000000000003-360.webp';
  await files.write(orphan, Buffer.from('x'));
  await utimes(join(folder, orphan), longAgo, longAgo);
  await writeSetting(db, storeSetting, 'another store');
  expect(await isOwnStore(db, files)).toBe(false);
  expect((await found('file-store')).state).toBe('failing');
  expect(await repaired('orphan-files')).toBeUndefined();
  expect(await files.has(orphan)).toBe(true);
  await adoptStore(db, files);
  expect((await found('file-store')).state).toBe('ok');
  expect(await repaired('orphan-files')).toContain('1点片づけました');
});

test('more orphans than can be are not removed', async () => {
  const names = Array.from(
    { length: 60 },
    (_, n) => `images/00000000-0000-4000-9000-${String(n).padStart(12, '0')}-360.webp`,
  );
  for (const name of names) {
    await files.write(name, Buffer.from('x'));
    await utimes(join(folder, name), longAgo, longAgo);
  }
  expect(await repaired('orphan-files')).toContain('多すぎるため、片づけませんでした');
  expect(await files.has(names[0] ?? '')).toBe(true);
  for (const name of names) await files.remove(name);
});

test('the command finds, repairs nothing unasked, and prints the versions', async () => {
  const env = { DATABASE_URL: house.databaseUrl, SECRET: testSecret, DATA_DIR: folder };
  const run = (script: string, ...args: string[]) =>
    spawnSync(process.execPath, [`src/start/commands/${script}.server.ts`, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
  await db.insert(keptSums).values({ name: 'mails', key: 'dead', count: 5, amount: 0 });
  const examined = run('doctor', '--json', '--only', 'sums,schema');
  expect(examined.status, examined.stderr).toBe(1);
  expect(JSON.parse(examined.stdout).findings).toMatchObject([
    { check: 'schema', state: 'ok' },
    { check: 'sums', state: 'failing' },
  ]);
  const mended = run('doctor', '--repair', '--only', 'sums');
  expect(mended.status, mended.stderr).toBe(0);
  expect(mended.stdout).toMatch(/\d件の集計を、記録に合わせました。/);
  expect(JSON.parse(run('version', '--json').stdout)).toMatchObject({
    version: expect.any(String),
    migrations: { pending: 0, unknown: 0 },
  });
  expect(run('doctor', '--only', 'nothing').stderr).toContain('npm run doctor');
}, 60_000);

test('a full disk, dead mails and missing settings are found', async () => {
  expect((await found('disk', { disk: disk(10) })).state).toBe('failing');
  expect((await found('disk', { disk: disk(2 * 1024 ** 3) })).state).toBe('warning');
  await db.insert(outboxMails).values({
    ...{ dedupeKey: 'd', messageId: '<d@a>', kind: 'kit-sent', recipient: 'a@tasuki.example' },
    ...{ subject: '', textBody: '', state: 'dead', createdAt: clock.now },
  });
  expect(await found('mails')).toMatchObject({ state: 'warning' });
  expect((await found('settings')).details.join()).toContain('BACKUP_TO');
  expect((await found('mail-server')).state).toBe('warning');
  const refusing = environment({ SMTP_URL: 'smtp://127.0.0.1:1' });
  expect((await found('mail-server', { env: refusing })).state).toBe('failing');
  expect((await found('address')).state).toBe('warning');
  const away = environment({ PUBLIC_URL: 'https://127.0.0.1:1' });
  expect((await found('address', { env: away })).state).toBe('failing');
});

test('backups that are missing, too old or not proven are told apart', async () => {
  const hour = 60 * 60 * 1000;
  const ago = (hours: number) => new Date(clock.now.getTime() - hours * hour);
  const row = { state: 'done', destination: '/backups' } as const;
  await db.insert(backups).values({ id: 'old', startedAt: ago(60), endedAt: ago(59), ...row });
  expect(await found('backup')).toMatchObject({ state: 'failing' });
  await db.insert(backups).values({ id: 'new', startedAt: ago(5), endedAt: ago(4), ...row });
  expect(await found('backup')).toMatchObject({ state: 'warning' });
  await db.execute(
    sql`update backups set proven_at = ${ago(3).toISOString()}, proof = 'ok' where id = 'new'`,
  );
  expect(await found('backup')).toMatchObject({ state: 'ok' });
  await db.execute(sql`update backups set proof = 'images' where id = 'new'`);
  expect(await found('backup')).toMatchObject({ state: 'failing', details: ['images'] });
});
