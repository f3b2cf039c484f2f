import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Output of a step to a file: one line, and its program's output only on failure.

const steps = JSON.stringify(join(import.meta.dirname, 'steps.js'));

/** Runs one step whose program prints in colours, warns, and exits with `code`. */
function runStep(code: number, ...args: string[]) {
  const noisy = `
    console.log(process.env.FORCE_COLOR ? '\\u001b[33mcolour\\u001b[39m' : 'plain');
    console.error('WARN something');
    process.exit(${code});`;
  const script = `
    import { runQuietly, step } from ${steps};
    await step('準備しています / Preparing', '準備できませんでした。 / Not prepared.', () =>
      runQuietly(process.execPath, ['-e', ${JSON.stringify(noisy)}]));`;
  const options = ['--input-type=module', '-e', script, ...args];
  return spawnSync(process.execPath, options, {
    env: { ...process.env, FORCE_COLOR: '1' },
    encoding: 'utf8',
  });
}

test('a step that succeeds is one line with its seconds, in both languages', () => {
  const { stdout, stderr, status } = runStep(0);
  expect(stdout).toMatch(/^準備しています \/ Preparing … \d+ s\n$/);
  expect([stderr, status]).toEqual(['', 0]);
});

test('one that fails shows what its program printed, in no colours, and then what that means', () => {
  const { stdout, stderr, status } = runStep(3);
  expect(stdout).toBe('準備しています / Preparing … \n');
  expect(stderr).toBe('plain\nWARN something\n\n準備できませんでした。 / Not prepared.\n');
  expect(status).toBe(1);
});

test('asked to be verbose, it shows everything as it comes', () => {
  const { stdout, stderr } = runStep(0, '--', '--verbose');
  expect(stdout).toContain('colour');
  expect(stderr).toContain('WARN something');
});
