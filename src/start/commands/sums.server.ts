import { parseArgs } from 'node:util';
import { owedDifferences } from '#money/sums/check-owed.server.ts';
import { differences, repairSums } from '#money/sums/check-sums.server.ts';
import { runCommand, withDatabase } from '#start/command.server.ts';

const usage = 'npm run sums -- [--repair]';

const read = () => parseArgs({ options: { repair: { type: 'boolean' } } }).values.repair ?? false;

// `npm run sums`: compares stored sums with their rows and corrects them with --repair; also compares what is owed in
// the books with its items, which a person has to look into.
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
    const owed = await owedDifferences(db);
    for (const { account, name, booked, open } of owed) {
      console.log(`${account} ${name}: 帳簿 ${booked}円、明細 ${open}円`);
    }
    console.log(
      owed.length === 0
        ? '帳簿の未送金は、明細と一致しています。'
        : `${owed.length}か所で、帳簿の未送金が明細と違っています。自動では直せません。`,
    );
    if ((wrong.length > 0 && !repair) || owed.length > 0) process.exitCode = 1;
  }),
);
