import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inSeconds, type Trial } from './trial.ts';

/** Random days of operators, from gifts to closed months, with crashes: the long form of test/money-model. */
export const money: Trial = {
  name: 'random days of the money, with crashes at any statement',
  unit: 'cases',
  usualAmount: 10_000,
  async run({ amount: steps, seed, progress, atEnd }) {
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const began = performance.now();
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--project=integration', 'test/money-model'],
      {
        env: { ...process.env, MONEY_STEPS: `${steps}`, MONEY_SEED: `${seed}`, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    atEnd(async () => void child.kill());
    let told = '';
    const hear = (part: Buffer) => {
      told += part;
      progress(`${steps} steps, ${inSeconds(performance.now() - began)}`);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const code = await new Promise((resolve) => child.once('close', resolve));
    const [done = 'broke off'] = /\d+ steps[^\n]*/.exec(told) ?? [];
    const figures = `${done}, seed ${seed}, ${inSeconds(performance.now() - began)}`;
    return { figures, faults: code === 0 ? [] : [told.slice(-8_000)] };
  },
};
