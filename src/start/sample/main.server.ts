import { parseArgs } from 'node:util';
import { z } from 'zod';
import { muchWriting, runCommand, withDatabase } from '#start/command.server.ts';
import { openFiles } from '#start/open-files.server.ts';
import { defaultSample, loadSample, partsAtOnce } from './load-sample.server.ts';
import { progressBar } from './progress-bar.server.ts';
import { removeSample } from './remove-sample.server.ts';

const usage = `npm run sample -- [--associates N] [--donors N] [--donations N] [--seed S] [--whole]
npm run sample -- --remove`;

const whereFilesAre = (folder: string) =>
  `見本の写真は、DATA_DIRのフォルダ（${folder}）に置きます。サーバーも、同じDATA_DIRで起動してください。` +
  ` / Pictures of the sample are kept in DATA_DIR (${folder}): start the server with the same one.`;

const number = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const Options = z.object({
  remove: z.boolean().default(false),
  associates: number(1, 200_000).default(defaultSample.associates),
  donors: number(1, 1_000_000).default(defaultSample.donors),
  donations: number(0, 5_000_000).default(defaultSample.donations),
  seed: number(0, 2_147_483_647).default(defaultSample.seed),
  whole: z.boolean().default(false),
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
      whole: { type: 'boolean' },
    },
  });
  return Options.parse(values);
}

// `npm run sample`: loads sample data into the installation, or removes it.
await runCommand({ usage, read: readOptions }, (options, env) =>
  withDatabase(env, { maxConnections: partsAtOnce + 1, settings: muchWriting }, async (db) => {
    const files = openFiles(env, () => new Date());
    // Local files beside an external database may surprise, so their folder is printed.
    if (env.DATABASE_URL !== '' && env.S3_ENDPOINT === '') console.log(whereFilesAre(env.DATA_DIR));
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
      { ...options, isWhole: options.whole },
      progressBar(),
    );
    console.log('見本データを入れました。見本のログイン:');
    for (const { role, email, password } of signIns) {
      console.log(`  ${role}  ${email}  ${password}`);
    }
  }),
);
