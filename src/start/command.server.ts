import { openCluster, runningCluster } from '#kit/db/cluster.server.ts';
import { connectForWork, type Database } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { type Env, readEnv } from './env.server.ts';
import { startFailure } from './start-failure.server.ts';

/** Settings of the embedded database for a command that writes gigabytes. */
export const muchWriting = {
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  synchronous_commit: 'off',
};

/**
 * Runs a console command. `read` parses its arguments and throws on wrong ones, which prints `usage`. Errors are
 * printed as a sentence, with exit status 1.
 */
export async function runCommand<Options>(
  { usage, read }: { usage: string; read: () => Options },
  work: (options: Options, env: Env) => Promise<void>,
): Promise<void> {
  try {
    let options: Options;
    try {
      options = read();
    } catch {
      throw new Error(`使い方が正しくありません。 / The command is used like this:\n${usage}`);
    }
    await work(options, readEnv());
  } catch (error) {
    console.error(await startFailure(error));
    process.exitCode = 1;
  }
}

/**
 * Runs `work` with the installation's database; the embedded one runs meanwhile, with these settings. It is migrated to
 * this version, unless `asItIs`. With `mayBeRunning`, an embedded one that a server runs is used beside it.
 */
export async function withDatabase(
  env: Env,
  {
    maxConnections = 1,
    settings = {},
    asItIs = false,
    mayBeRunning = false,
    isReadOnly = false,
  }: {
    maxConnections?: number;
    settings?: Record<string, string>;
    asItIs?: boolean;
    mayBeRunning?: boolean;
    /** Every connection refuses changes. */
    isReadOnly?: boolean;
  },
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const isServer = env.DATABASE_URL !== '';
  const running = mayBeRunning && !isServer ? await runningCluster(env.DATA_DIR) : undefined;
  const cluster =
    isServer || running ? undefined : await openCluster({ dataDir: env.DATA_DIR, settings });
  const url = running ?? cluster?.url ?? env.DATABASE_URL;
  try {
    if (!asItIs) await migrate(url);
    const { db, pool } = connectForWork(isReadOnly ? readOnly(url) : url, { maxConnections });
    try {
      await work(db);
    } finally {
      await pool.end();
    }
  } finally {
    await cluster?.stop();
  }
}

/** The same database, on connections that refuse changes. */
function readOnly(url: string): string {
  const options = encodeURIComponent('-c default_transaction_read_only=on');
  return `${url}${url.includes('?') ? '&' : '?'}options=${options}`;
}
