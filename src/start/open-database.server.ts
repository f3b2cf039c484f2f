import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openCluster } from '#kit/db/cluster.server.ts';
import { connectForWork } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { isEmptyDatabase } from '#kit/db/sample-state.server.ts';
import { withWaitMessages } from '#kit/db/waiting.server.ts';
import { progressBar } from '#start/sample/progress-bar.server.ts';
import type { Start } from '#start/workers/messages.server.ts';
import type { Env } from './env.server.ts';
import { openFiles } from './open-files.server.ts';

/** A migrated database; `close` stops an embedded one. */
export type OpenDatabase = { url: string; close(): Promise<void> };

/** A database being opened: its URL, and when it is usable. A worker's is its primary's. */
export type Opening = { url: string; opened: Promise<OpenDatabase>; start?: Start };

type OpenOptions = {
  /** Aborts the opening, and stops an embedded database. */
  signal?: AbortSignal | undefined;
  /** Called with the URL as soon as it is known, so that the caller can do other work until the database answers. */
  onLaunch?: (url: string) => void;
};

const waits = {
  answer: { ja: 'データベースの応答', en: 'the database to answer' },
  migration: { ja: 'データベースの更新', en: 'the database to be brought up to date' },
  sample: { ja: '見本データの読み込み', en: 'the sample data to be loaded' },
};
const askAgainMs = 500;
/** Starting up, shutting down, or out of connections. */
const passingCodes = new Set(['57P03', '57P01', '53300']);

/** Starts opening the database, and resolves once its URL is known. */
export async function startDatabase(env: Env, signal?: AbortSignal): Promise<Opening> {
  const known = Promise.withResolvers<string>();
  const opened = openDatabase(env, { signal, onLaunch: known.resolve });
  opened.then(({ url }) => known.resolve(url), known.reject);
  return { url: await known.promise, opened };
}

/**
 * Opens the database, by default the embedded one, migrates it, and loads sample data into an empty embedded one. Has
 * no time limit, and prints what it waits for.
 */
export async function openDatabase(
  env: Env,
  { signal, onLaunch = () => undefined }: OpenOptions = {},
): Promise<OpenDatabase> {
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  if (env.DATABASE_URL) onLaunch(env.DATABASE_URL);
  const cluster = env.DATABASE_URL
    ? undefined
    : await openCluster({ dataDir: env.DATA_DIR, onLaunch, signal });
  const url = cluster?.url ?? env.DATABASE_URL;
  const close = async () => cluster?.stop();
  signal?.addEventListener('abort', close);
  try {
    if (!cluster) await withWaitMessages(waits.answer, () => waitForAnswer(url, signal));
    await withWaitMessages(waits.migration, () => migrate(url));
    // Before people are created: only an unused database gets sample data (docs/product.md, Sample data).
    if (cluster && env.SAMPLE_DATA === 'auto') {
      await withWaitMessages(waits.sample, () => loadIntoEmpty(url, env));
    }
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function waitForAnswer(url: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!passingCodes.has((error as { code?: string }).code ?? '')) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(askAgainMs, undefined, { signal });
  }
}

async function loadIntoEmpty(url: string, env: Env): Promise<void> {
  const { db, pool } = connectForWork(url);
  const clock = () => new Date();
  try {
    if (!(await isEmptyDatabase(db))) return;
    const { defaultSample, loadSample } = await import('#start/sample/load-sample.server.ts');
    const files = openFiles(env, clock);
    await loadSample({ db, clock, files }, defaultSample, progressBar());
  } finally {
    await pool.end();
  }
}
