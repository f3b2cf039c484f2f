import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { announcedAddress, type BenchServer, startServer } from '#bench/server.ts';
import { findGenerator, type Generator, type Load, type Measured } from './generator.ts';
import {
  askAtRandom,
  askForAnything,
  associatePaths,
  operatorOf,
  someSearches,
  wordsOfAssociates,
} from './loads.ts';
import { startNext } from './next-server.ts';
import { chartOf, type Figure, keepRun, lastRun, ratiosOf, runOf, spreadOf } from './results.ts';
import { changeAssociates, importResults, prepareApplications, type Writer } from './writers.ts';

/** A cold process takes a second for its first parallel requests. */
const warmUpSeconds = 3;

/** Measured in each round; `during` starts writes meanwhile. */
type Contender = { name: string; load: Load; during?: () => Promise<Writer> };

const brotli = { 'accept-encoding': 'br' };

const names = {
  bare: 'bare node:http, same bytes',
  cached: 'cached page',
  importing: 'cached page, 10 results imported a second',
  associates: 'organisations at random',
  changing: 'organisations at random, 20 changes a second',
  searches: 'searches that nobody asked for before',
  uncached: 'uncached page, one at a time',
  tree: 'bare renderToString, same tree and data, one at a time',
  nextDynamic: 'Next.js dynamic, same page, one at a time',
  nextIsr: 'Next.js ISR, same page',
} as const;

/**
 * `npm run bench -- rates [--rounds N] [--seconds N]`: requests per second of the built product and
 * of bare servers on the same machine. All contenders take turns, so that other load affects all
 * alike.
 */
export async function reportRates(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
    },
  });
  const generator = findGenerator();
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-rates-'));
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const contenders = await prepare(folder, stops);
    const measured = await inTurns(generator, contenders, {
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
    });
    const before = await lastRun();
    const figures = contenders.map(({ name }) => figureOf(name, measured.get(name) ?? []));
    const run = runOf({ generator: generator.name, figures, ratios: ratiosIn(figures) });
    console.log(`\n## Requests per second, by ${generator.name}\n\n${chartOf(run, before)}`);
    console.log(`\n${ratiosOf(run, before)}\n\nkept in ${await keepRun(run)}`);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function prepare(folder: string, stops: (() => Promise<unknown>)[]): Promise<Contender[]> {
  const started = async (name: string, env: Record<string, string> = {}) => {
    const dataDir = join(folder, name);
    const server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: '1', ...env });
    stops.push(server.stop);
    return { ...server, dataDir };
  };
  const product = await started('cached');
  const uncached = await started('uncached', { PAGE_CACHE_MB: '0' });
  const bare = await bareServer(folder, product.origin);
  stops.push(bare.stop);
  const tree = await bareTree(join(folder, 'tree'));
  stops.push(tree.stop);
  const next = await startNext(await (await fetch(product.origin)).text());
  stops.push(next.stop);
  const associateIdOf = await prepareApplications(product.dataDir);
  const operator = await operatorOf(product.origin, product.dataDir);
  const paths = await associatePaths(product.dataDir);
  const words = await wordsOfAssociates(product.dataDir);
  let imported = 0;
  const importing = async (): Promise<Writer> => {
    const writer = importResults(product.origin, operator, { associateIdOf, from: imported });
    return {
      async stop() {
        const count = await writer.stop();
        imported += count + 50;
        return count;
      },
    };
  };
  const random = { url: product.origin, headers: brotli, script: askAtRandom(paths), paths };
  return [
    { name: names.bare, load: { url: bare.origin, headers: brotli } },
    { name: names.cached, load: { url: `${product.origin}/`, headers: brotli } },
    {
      name: names.importing,
      load: { url: `${product.origin}/`, headers: brotli },
      during: importing,
    },
    { name: names.associates, load: random },
    { name: names.changing, load: random, during: () => changeAssociates(product.dataDir) },
    {
      name: names.searches,
      load: { url: product.origin, script: askForAnything(words), paths: someSearches(words) },
    },
    // Sequential: parallel requests share one render.
    { name: names.uncached, load: oneAtATime(`${uncached.origin}/`) },
    { name: names.tree, load: oneAtATime(tree.origin) },
    { name: names.nextDynamic, load: oneAtATime(`${next.origin}/dynamic`) },
    { name: names.nextIsr, load: { url: `${next.origin}/isr`, headers: brotli } },
  ];
}

async function inTurns(
  generator: Generator,
  contenders: readonly Contender[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>(contenders.map(({ name }) => [name, []]));
  // Not counted: the first requests after a start compile code.
  for (const { load } of contenders) await generator.measure(load, warmUpSeconds);
  for (let round = 1; round <= rounds; round++) {
    for (const { name, load, during } of contenders) {
      const writer = await during?.();
      const figure = await generator.measure(load, seconds);
      const written = await writer?.stop();
      const wrote =
        written === undefined ? '' : `, ${(written / seconds).toFixed(1)} writes a second`;
      process.stderr.write(
        `round ${round}: ${figure.perSecond.toFixed(0).padStart(7)}  ${name}${wrote}\n`,
      );
      measured.get(name)?.push(figure);
    }
  }
  return measured;
}

const middle = (values: readonly number[]) => spreadOf(values).median;

const figureOf = (name: string, rounds: readonly Measured[]): Figure => ({
  name,
  perSecond: spreadOf(rounds.map(({ perSecond }) => perSecond)),
  p50Ms: middle(rounds.map(({ p50Ms }) => p50Ms)),
  p99Ms: middle(rounds.map(({ p99Ms }) => p99Ms)),
  generatorShare: middle(rounds.map(({ generatorShare }) => generatorShare)),
});

function ratiosIn(figures: readonly Figure[]) {
  const rate = (name: string) =>
    figures.find((figure) => figure.name === name)?.perSecond.median ?? Number.NaN;
  const ratio = (a: string, b: string, bar: number) => ({
    name: `${a} / ${b}`,
    is: rate(a) / rate(b),
    bar,
  });
  return [
    ratio(names.cached, names.bare, 0.8),
    ratio(names.importing, names.cached, 0.9),
    ratio(names.changing, names.associates, 0.7),
    ratio(names.searches, names.bare, 0.01),
    ratio(names.uncached, names.tree, 0.4),
    ratio(names.uncached, names.nextDynamic, 7),
    ratio(names.cached, names.nextIsr, 30),
  ];
}

const oneAtATime = (url: string): Load => ({ url, headers: brotli, connections: 1 });

/** A process that sends the cached page's bytes with its headers. */
async function bareServer(folder: string, origin: string): Promise<BenchServer> {
  const file = join(folder, 'page.json');
  await writeFile(file, JSON.stringify(await wellCompressedPage(origin)));
  return startedServer([join('bench', 'rates', 'bare-server.ts'), file]);
}

/** Waits for the strong compression, which follows soon after the second request; the first gets a fast one. */
async function wellCompressedPage(origin: string) {
  const first = await rawPage(origin);
  for (;;) {
    const page = await rawPage(origin);
    if (page.body !== first.body) return page;
  }
}

/** A process that only renders the top page's tree, from a build of its own. */
function bareTree(dataDir: string): Promise<BenchServer> {
  const program = join('node_modules', '@react-router', 'dev', 'bin.cjs');
  execFileSync(process.execPath, [program, 'build', '--logLevel', 'error'], {
    env: { ...process.env, BENCH: '1', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const file = join('build', 'bench', 'server', 'index.js');
  return startedServer([file], { DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'production' });
}

async function startedServer(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    origin: await announcedAddress(child),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A page as sent: fetch() would decompress it. */
async function rawPage(origin: string): Promise<{ headers: Record<string, string>; body: string }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const asked = request(origin, { headers: brotli }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const { date: _, connection: __, 'keep-alive': ___, ...headers } = reply.headers;
        resolve({
          headers: headers as Record<string, string>,
          body: Buffer.concat(chunks).toString('base64'),
        });
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}
