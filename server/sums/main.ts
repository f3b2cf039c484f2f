import { parseArgs } from 'node:util';
import { runCommand, withDatabase } from '#server/command.ts';
import { differences, repairSums } from './check-sums.ts';

const usage = 'npm run sums -- [--repair]';

const read = () => parseArgs({ options: { repair: { type: 'boolean' } } }).values.repair ?? false;

// `npm run sums`: compares the kept sums with their rows and, with --repair, puts them right.
await runCommand({ usage, read }, (repair, env) =>
  withDatabase(env, {}, async (db) => {
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
  }),
);
