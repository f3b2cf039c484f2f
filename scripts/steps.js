/**
 * Output of the steps of `npm start` and `npm test` before anything runs: one line each, in
 * Japanese and English, with its duration. A step's own output is shown only if it fails, or with
 * `--verbose`.
 */
import { spawn } from 'node:child_process';

const isVerbose = process.argv.includes('--verbose');
const out = process.stdout;
const tickMs = 1_000;

/** Error of a failed program; `output` is what it printed. */
class StepFailed extends Error {
  constructor(program, output) {
    super(`${program} failed`);
    this.output = output;
  }
}

/**
 * Runs `work` as a step called `label`. On a terminal its seconds are counted in place. Exits with
 * `failure` if one of its programs fails.
 */
export async function step(label, failure, work) {
  const began = performance.now();
  const line = () => `${label} … ${Math.round((performance.now() - began) / 1_000)} s`;
  const isDrawn = out.isTTY && !isVerbose;
  if (isVerbose) out.write(`${label} …\n`);
  else if (!isDrawn) out.write(`${label} … `);
  const ticking = isDrawn && setInterval(() => out.write(`\r${line()}`), tickMs);
  if (isDrawn) out.write(line());
  try {
    await work();
    if (isDrawn) out.write(`\r${line()}\n`);
    else out.write(`${isVerbose ? line() : line().slice(label.length + 3)}\n`);
  } catch (error) {
    if (!isVerbose) out.write('\n');
    process.stderr.write(
      `${error instanceof StepFailed ? error.output : error.stack}\n${failure}\n`,
    );
    process.exit(1);
  } finally {
    clearInterval(ticking);
  }
}

/** Runs a program to its end, without colours if its output is kept for a failure. */
export function runQuietly(program, args, { env = process.env, ...options } = {}) {
  const { FORCE_COLOR: _, ...plain } = env;
  const child = spawn(program, args, {
    ...options,
    ...(isVerbose
      ? { env, stdio: 'inherit' }
      : { env: { ...plain, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] }),
  });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString();
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new StepFailed(program, error.message)));
    child.once('close', (status) => {
      if (status === 0) resolve(output());
      else reject(new StepFailed(program, output()));
    });
  });
}
