import { parseArgs } from 'node:util';
import { attack } from './attack.ts';
import { fuzz } from './fuzz.ts';
import { killDatabase } from './kill-database.ts';
import { killServer } from './kill-server.ts';
import { killStart } from './kill-start.ts';
import { money } from './money.ts';
import { mutants } from './mutants.ts';
import type { Outcome, Trial } from './trial.ts';
import { twoSenders } from './two-senders.ts';

// `npm run torture`: long versions of what the tests prove in short. Ends with a table; exits with
// 1 if anything was lost, duplicated, late or answered wrongly.

const trials: Record<string, Trial> = {
  'kill-server': killServer,
  'kill-database': killDatabase,
  'kill-start': killStart,
  'two-senders': twoSenders,
  fuzz,
  attack,
  money,
  mutants,
};

/** Takes hours, so it runs only when it is named. */
const usualTrials = Object.keys(trials).filter((name) => name !== 'mutants');

const usage = `npm run torture -- [--only ${Object.keys(trials).join('|')}] [--rounds N] [--cases N] [--mails N]
       [--sample PERCENT] [--seed N] [--folder NAME]`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: usualTrials },
    rounds: { type: 'string' },
    cases: { type: 'string' },
    mails: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});

function endWithUsage(exitCode: number): never {
  console.log(usage);
  process.exit(exitCode);
}

/** Requested amount of a trial. */
function amountOf({ unit, usualAmount }: Trial): number {
  const given = values[unit];
  if (given === undefined) return usualAmount;
  if (!/^[1-9]\d{0,6}$/.test(given)) endWithUsage(1);
  return Number(given);
}

/** Cleanups of the running trial, last registered first. */
const closing: (() => Promise<unknown>)[] = [];

async function closeAll() {
  for (let close = closing.shift(); close; close = closing.shift())
    await close().catch(console.warn);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeAll().then(() => process.exit(1)));
}

/** Runs one trial; an interrupted one counts as failed. */
async function run(name: string, trial: Trial): Promise<Outcome> {
  let printedAtMs = performance.now();
  const progress = (done: string) => {
    if (performance.now() - printedAtMs < 5_000) return;
    printedAtMs = performance.now();
    console.log(`   ${done}`);
  };
  const atEnd = (close: () => Promise<unknown>) => void closing.unshift(close);
  console.log(`\n── ${name}: ${trial.name}`);
  try {
    return await trial.run({
      amount: amountOf(trial),
      seed: Number(values.seed),
      folders: values.folder,
      progress,
      atEnd,
    });
  } catch (error) {
    return {
      figures: 'broke off',
      faults: [error instanceof Error ? `${error.stack}` : `${error}`],
    };
  } finally {
    await closeAll();
  }
}

if (values.help) endWithUsage(0);
const chosen = values.only.flatMap((names) => names.split(','));
if (chosen.some((name) => !(name in trials))) endWithUsage(1);

const outcomes: [name: string, Outcome][] = [];
for (const name of chosen) {
  const trial = trials[name];
  if (trial) outcomes.push([name, await run(name, trial)]);
}

console.log('');
for (const [name, { figures, faults }] of outcomes) {
  console.log(`${faults.length === 0 ? 'passed' : 'BROKEN'} ${name.padEnd(14)} ${figures}`);
  for (const fault of faults.slice(0, 20)) console.log(`         ${fault}`);
  if (faults.length > 20) console.log(`         … and ${faults.length - 20} more`);
}
process.exit(outcomes.some(([, { faults }]) => faults.length > 0) ? 1 : 0);
