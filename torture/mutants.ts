import { openCluster } from '#kit/db/cluster.server.ts';
import { carelessSettings } from '#test/stand-ins/careless-settings.ts';
import { mutatedFolders } from './mutants/folders.ts';
import { copyProject, doTestsPass, isSlipFound } from './mutants/plant-slips.ts';
import { isFound, type MutantRecord } from './mutants/records.ts';
import type { Slip } from './mutants/slip.ts';
import { slips } from './mutants/slips.ts';
import { tryMutants } from './mutants/try-mutants.ts';
import { trialFolder } from './site.ts';
import { inSeconds, type Trial } from './trial.ts';

const scoreOf = (records: readonly MutantRecord[]) =>
  records.length === 0 ? 100 : (100 * records.filter(isFound).length) / records.length;

/** Plants one slip after another in a copy of the project; returns those that no test found. */
async function plantSlips(
  planted: readonly Slip[],
  folder: string,
  progress: (done: string) => void,
): Promise<string[]> {
  copyProject(folder);
  // A test that fails without a slip would find everything.
  if (!doTestsPass(folder, [...new Set(planted.flatMap(({ tests }) => tests))])) {
    return ['the tests that are to find the slips fail without any'];
  }
  const missed: string[] = [];
  for (const [index, slip] of planted.entries()) {
    const isItFound = isSlipFound(folder, slip);
    if (!isItFound) {
      const what = isItFound === undefined ? 'has to be planted anew' : 'is not found';
      const line = `${slip.kind}: ${JSON.stringify(slip.becomes)} in ${slip.file} ${what}`;
      console.log(`   ${line}`);
      missed.push(line);
    }
    progress(`${index + 1}/${planted.length} slips, ${missed.length} missed`);
  }
  return missed;
}

/**
 * Breaks the code in a thousand small ways, one at a time, and checks whether a test fails
 * (docs/decisions/0010-tests.md).
 */
export const mutants: Trial = {
  name: 'small faults in the code, and whether the tests find them',
  unit: 'sample',
  usualAmount: 100,
  async run({ amount: percent, seed, folders, progress, atEnd }) {
    const isAskedFor = (name: string) => folders.length === 0 || folders.includes(name);
    const chosen = mutatedFolders.filter(({ name }) => isAskedFor(name));
    const planted = slips.filter(
      ({ kind }) => isAskedFor('slips') || folders.includes(`slips/${kind}`),
    );
    const needsDatabase = planted.length > 0 || chosen.some((folder) => folder.needsDatabase);
    if (!process.env.TEST_DATABASE_URL && needsDatabase) {
      // Shared by all: servers started by tests would keep running when Stryker ends the tests.
      const cluster = await openCluster({
        dataDir: await trialFolder(atEnd),
        settings: carelessSettings,
      });
      atEnd(() => cluster.stop());
      process.env.TEST_DATABASE_URL = cluster.adminUrl;
    }
    const began = performance.now();
    const faults: string[] = [];
    const figures: string[] = [];
    for (const folder of chosen) {
      const records = await tryMutants(folder, { seed, percent });
      const score = scoreOf(records);
      figures.push(`${folder.name} ${score.toFixed(1)} % of ${records.length}`);
      if (score < folder.goalPercent) {
        faults.push(`${folder.name} finds ${score.toFixed(1)} %, not ${folder.goalPercent} %`);
      }
      for (const { file, line, becomes, status } of records.filter((record) => !isFound(record))) {
        const how = status === 'NoCoverage' ? 'never run' : 'not minded';
        console.log(`   ${file}:${line} ${how}: ${becomes.replace(/\s+/g, ' ').slice(0, 100)}`);
      }
    }
    if (planted.length > 0) {
      const missed = await plantSlips(planted, await trialFolder(atEnd), progress);
      figures.push(`${planted.length - missed.length} of ${planted.length} slips found`);
      faults.push(...missed);
    }
    figures.push(inSeconds(performance.now() - began));
    return { figures: figures.join(', '), faults };
  },
};
