import { openCluster } from '#kit/db/cluster.server.ts';
import { connectForWork, type Database } from '#kit/db/database.server.ts';
import { migrate } from '#kit/db/migrate.server.ts';
import { type Env, readEnv } from './env.server.ts';
import { startFailure } from './start-failure.server.ts';

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
 * Runs `work` with the installation's database, migrated to this version; the embedded one runs meanwhile, with these
 * settings.
 */
export async function withDatabase(
  env: Env,
  {
    maxConnections = 1,
    settings = {},
  }: { maxConnections?: number; settings?: Record<string, string> },
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const cluster = env.DATABASE_URL
    ? undefined
    : await openCluster({ dataDir: env.DATA_DIR, settings });
  const url = cluster?.url ?? env.DATABASE_URL;
  try {
    await migrate(url);
    const { db, pool } = connectForWork(url, { maxConnections });
    try {
      await work(db);
    } finally {
      await pool.end();
    }
  } finally {
    await cluster?.stop();
  }
}
