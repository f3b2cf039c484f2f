import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { migrate } from '#server/db/database.ts';
import { databaseUrl, runSql } from './database.ts';

const migrations = 'server/db/migrations';

/** The migrations up to the last one before that of this name, its number left out. */
async function migrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrations, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] };
  const own = journal.entries.findIndex(({ tag }) => tag.replace(/^\d+_/, '') === name);
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, own) }));
  return folder;
}

/** A database as the version before a migration left it, for one test; returns its URL. */
export async function databaseBefore(migration: string): Promise<string> {
  const { adminUrl, dropUrl, template } = inject('testServer');
  const name = `${template}_before_${randomBytes(4).toString('hex')}`;
  await runSql(adminUrl, `create database ${name}`);
  onTestFinished(() => runSql(dropUrl, `drop database if exists ${name} with (force)`));
  const url = databaseUrl(adminUrl, name);
  await migrate(url, await migrationsBefore(migration));
  return url;
}
