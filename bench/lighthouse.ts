import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { chromium } from './browser.ts';

/** Would be a fifth of all installed files and is used only here, so it has a lockfile of its own. */
const folder = join('bench', 'peers', 'lighthouse');
const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');
const longestOutputBytes = 64 * 1024 * 1024;

const Result = z.object({
  categories: z.record(
    z.string(),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
  environment: z.object({ benchmarkIndex: z.number() }),
  runtimeError: z.unknown().optional(),
});
type Result = z.infer<typeof Result>;

export type Scores = {
  path: string;
  scores: Record<string, number>;
  faults: string[];
  /** Speed of the machine during the run, by Lighthouse's own benchmark. */
  benchmarkIndex: number;
};

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Lighthouse scores (0 to 100) of each path, as on a phone, with the audits that cost points: the
 * run with the median performance, since other load on the machine affects runs.
 */
export async function lighthouseScores(origin: string, paths: readonly string[], runs = 5) {
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', flags, { cwd: folder, stdio: 'inherit' });
  const port = await freePort();
  const browser = await chromium([`--remote-debugging-port=${port}`]);
  const all: Scores[] = [];
  for (const path of paths) {
    const results: Result[] = [];
    while (results.length < runs) {
      const result = await measure(origin + path, port);
      // Sometimes a trace misses its beginning, and Lighthouse asks to run again.
      if (result && !result.runtimeError) results.push(result);
    }
    const performanceOf = (lhr: Result) => lhr.categories.performance?.score ?? 0;
    const lhr = results.toSorted((a, b) => performanceOf(a) - performanceOf(b))[runs >> 1];
    if (!lhr) throw new Error(`Lighthouse gave no result for ${path}`);
    const faults = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${id} ${lhr.audits[id]?.displayValue ?? ''}`.trim()),
    );
    const scores = Object.fromEntries(
      categories.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)]),
    );
    all.push({
      path,
      scores,
      faults,
      benchmarkIndex: Math.round(lhr.environment.benchmarkIndex),
    });
  }
  await browser.close();
  return all;
}

/** One run; undefined if Lighthouse gave up. */
async function measure(url: string, port: number): Promise<Result | undefined> {
  const flags = [`--port=${port}`, `--only-categories=${categories}`, '--output=json', '--quiet'];
  const run = promisify(execFile)(process.execPath, [program, url, ...flags], {
    maxBuffer: longestOutputBytes,
  });
  const printed = await run.catch(() => undefined);
  return printed && Result.parse(JSON.parse(printed.stdout));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
