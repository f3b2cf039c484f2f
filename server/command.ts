import { openCluster } from '#server/db/cluster.ts';
import { connectForWork, type Database } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { type Env, readEnv } from '#server/env.ts';
import { startFailure } from '#server/start-failure.ts';

/**
 * Runs a command of the console. `read` reads its arguments and throws where they are wrong: then `usage` is shown.
 * What goes wrong is printed as a sentence, and the process ends with 1.
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
 * Does something with the database of the installation, brought up to this version; the embedded one runs for as
 * long, with these settings.
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
