import { mkdir } from 'node:fs/promises';
import { openCluster } from './db/cluster.ts';
import { connect } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { progressBar } from './db/sample/progress-bar.ts';
import { isEmptyDatabase } from './db/sample/sample-state.ts';
import type { Env } from './env.ts';
import { openFiles } from './outside/open-files.ts';
import type { Start } from './workers/messages.ts';

/** A database that is up to date; `close` ends it where it is our own. */
export type OpenDatabase = { url: string; close(): Promise<void> };

/** A database that is being opened: where it will be, and when it can be used. A worker's is its primary's. */
export type Opening = { url: string; opened: Promise<OpenDatabase>; start?: Start };

/** Begins to open the database, and answers as soon as it is known where it will be. */
export async function startDatabase(env: Env): Promise<Opening> {
  const known = Promise.withResolvers<string>();
  const opened = openDatabase(env, known.resolve);
  opened.then(({ url }) => known.resolve(url), known.reject);
  return { url: await known.promise, opened };
}

/**
 * Opens the database, our own where DATABASE_URL names none, brings it up to date, and fills an empty one of our own.
 * `onLaunch` is told the URL of it as soon as that is known: there is time for other work until it answers.
 */
export async function openDatabase(
  env: Env,
  onLaunch: (url: string) => void = () => undefined,
): Promise<OpenDatabase> {
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  if (env.DATABASE_URL) onLaunch(env.DATABASE_URL);
  const cluster = env.DATABASE_URL
    ? undefined
    : await openCluster({ dataDir: env.DATA_DIR, onLaunch });
  const url = cluster?.url ?? env.DATABASE_URL;
  const close = async () => cluster?.stop();
  try {
    await migrate(url);
    // Before anybody exists: only a database that nobody has used gets sample data (docs/product.md, Sample
    // data).
    if (cluster && env.SAMPLE_DATA === 'auto') await loadIntoEmpty(url, env);
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function loadIntoEmpty(url: string, env: Env): Promise<void> {
  const { db, pool } = connect(url);
  const clock = () => new Date();
  try {
    if (!(await isEmptyDatabase(db))) return;
    const { defaultSample, loadSample } = await import('./db/sample/load-sample.ts');
    const files = openFiles(env, clock);
    await loadSample({ db, clock, files }, defaultSample, progressBar());
  } finally {
    await pool.end();
  }
}
