import { parseArgs } from 'node:util';
import { openCluster } from '#server/db/cluster.ts';
import { connect, migrate } from '#server/db/database.ts';
import { readEnv } from '#server/env.ts';
import { differences, repairSums } from './check-sums.ts';

const usage = 'npm run sums -- [--repair]';

/** `npm run sums`: compares the kept sums with their rows and, with --repair, puts them right. */
async function main() {
  let repair: boolean;
  try {
    repair = parseArgs({ options: { repair: { type: 'boolean' } } }).values.repair ?? false;
  } catch {
    throw new Error(`使い方が正しくありません。\n${usage}`);
  }
  const env = readEnv();
  const cluster = env.DATABASE_URL ? undefined : await openCluster({ dataDir: env.DATA_DIR });
  const url = cluster?.url ?? env.DATABASE_URL;
  try {
    await migrate(url);
    // Counting a million rows takes the time that it takes.
    const { db, pool } = connect(url, { maxConnections: 1, statementMs: 0 });
    try {
      const wrong = repair ? await repairSums(db) : await differences(db);
      for (const { name, key, kept, counted } of wrong) {
        console.log(`${name} ${key}: ${kept} → ${counted}`);
      }
      console.log(
        wrong.length === 0
          ? '集計はすべて記録と一致しています。'
          : `${wrong.length}件の集計が記録と違${repair ? 'ったため、直しました。' : 'っています。--repair で直せます。'}`,
      );
      if (wrong.length > 0 && !repair) process.exitCode = 1;
    } finally {
      await pool.end();
    }
  } finally {
    await cluster?.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
