import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

const folder = join('bench', 'results');

/** Median, minimum and maximum of several rounds. */
export type Spread = { median: number; least: number; most: number };
export type Figure = {
  name: string;
  perSecond: Spread;
  p50Ms: number;
  p99Ms: number;
  generatorShare: number;
};
/** Ratio of two figures, and its target minimum. */
export type Ratio = { name: string; is: number; bar: number };
export type Run = {
  at: string;
  commit: string;
  machine: { processor: string; processors: number; node: string };
  generator: string;
  figures: Figure[];
  ratios: Ratio[];
};

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    least: sorted[0] ?? 0,
    most: sorted.at(-1) ?? 0,
  };
};

/** Adds date, commit and machine to a run. */
export const runOf = (run: Pick<Run, 'generator' | 'figures' | 'ratios'>): Run => ({
  at: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  machine: {
    processor: cpus()[0]?.model.trim() ?? '',
    processors: cpus().length,
    node: process.version,
  },
  ...run,
});

/** The previous run, if any. */
export async function lastRun(): Promise<Run | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const last = names.toSorted().at(-1);
  return last === undefined ? undefined : JSON.parse(await readFile(join(folder, last), 'utf8'));
}

/** Stores a run in a file named by date and commit; returns its path. */
export async function keepRun(run: Run): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${run.at.slice(0, 19).replaceAll(':', '')}-${run.commit}.json`);
  await writeFile(path, `${JSON.stringify(run, null, 2)}\n`);
  return path;
}

const barWidth = 40;

/** Bar chart of the rates, relative to the largest, with changes since the previous run. */
export function chartOf({ figures }: Run, before?: Run): string {
  const largest = Math.max(...figures.map(({ perSecond }) => perSecond.median));
  const lines = figures.map(({ name, perSecond, p50Ms, p99Ms, generatorShare }) => {
    const { median, least, most } = perSecond;
    const bar = '█'.repeat(Math.max(1, Math.round((median / largest) * barWidth)));
    const old = before?.figures.find((figure) => figure.name === name)?.perSecond.median;
    const change = old ? ` ${signed(median / old - 1)}` : '';
    const load = `${(generatorShare * 100).toFixed(0)} %${generatorShare > 0.8 ? ' TOO MUCH' : ''}`;
    return `${median.toFixed(0).padStart(8)} (${least.toFixed(0)}–${most.toFixed(0)})${change}  ${name}\n${' '.repeat(9)}${bar}  ${p50Ms.toFixed(2)} / ${p99Ms.toFixed(1)} ms, generator ${load}`;
  });
  return lines.join('\n');
}

const signed = (part: number) => `${part < 0 ? '−' : '+'}${Math.abs(part * 100).toFixed(0)} %`;

/** The ratios with their targets, and those of the previous run. */
export function ratiosOf({ ratios }: Run, before?: Run): string {
  return ratios
    .map(({ name, is, bar }) => {
      const old = before?.ratios.find((ratio) => ratio.name === name)?.is;
      const verdict = is >= bar ? 'reached' : 'NOT REACHED';
      const earlier = old === undefined ? '' : `, ${old.toFixed(3)} before`;
      return `${is.toFixed(3).padStart(9)}  ${name} (at least ${bar}: ${verdict}${earlier})`;
    })
    .join('\n');
}
