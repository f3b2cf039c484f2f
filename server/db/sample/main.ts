import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openCluster } from '#server/db/cluster.ts';
import { connect, migrate } from '#server/db/database.ts';
import { readEnv } from '#server/env.ts';
import { openFiles } from '#server/outside/open-files.ts';
import { defaultSample, loadSample, partsAtOnce } from './load-sample.ts';
import { progressBar } from './progress-bar.ts';
import { removeSample } from './remove-sample.ts';

const usage = `npm run sample -- [--associates N] [--donors N] [--donations N] [--seed S]
npm run sample -- --remove`;

/** For as long as this command runs: a million of boxes is some gigabytes at once. */
const muchWriting = {
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_init_zero: 'off',
  synchronous_commit: 'off',
};

const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const Options = z.object({
  remove: z.boolean().default(false),
  associates: number(1, 200_000).default(defaultSample.associates),
  donors: number(1, 1_000_000).default(defaultSample.donors),
  donations: number(0, 5_000_000).default(defaultSample.donations),
  seed: number(0, 2_147_483_647).default(defaultSample.seed),
});

function readOptions() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      remove: { type: 'boolean' },
      associates: text,
      donors: text,
      donations: text,
      seed: text,
    },
  });
  return Options.parse(values);
}

async function main() {
  let options: z.infer<typeof Options>;
  try {
    options = readOptions();
  } catch {
    throw new Error(`使い方が正しくありません。\n${usage}`);
  }
  const env = readEnv();
  const cluster = env.DATABASE_URL
    ? undefined
    : await openCluster({ dataDir: env.DATA_DIR, settings: muchWriting });
  const url = cluster?.url ?? env.DATABASE_URL;
  try {
    await migrate(url);
    // Removing a million of boxes takes the time that it takes.
    const { db, pool } = connect(url, { maxConnections: partsAtOnce + 1, statementMs: 0 });
    const files = openFiles(env, () => new Date());
    try {
      if (options.remove) {
        const { keptAssociates } = await removeSample({ db, files });
        console.log('見本データを取り除きました。');
        if (keptAssociates > 0) {
          console.log(
            `実際のお申し込みがある${keptAssociates}団体は残し、一覧に載らないようにしました。`,
          );
        }
        return;
      }
      const signIns = await loadSample(
        { db, clock: () => new Date(), files },
        options,
        progressBar(),
      );
      console.log('見本データを入れました。見本のログイン:');
      for (const { role, email, password } of signIns)
        console.log(`  ${role}  ${email}  ${password}`);
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
