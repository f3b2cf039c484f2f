import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { residentMb, secondsOf } from './import/processor-time.ts';
import { dataFolder, sizeOf } from './million.ts';
import { spreadOf } from './rates/results.ts';
import { startServer } from './server.ts';

/** Cost of a start: time until ready, CPU time of that, memory at that point, and the first page. */
type Started = { readyMs: number; processorMs: number; memoryMb: number; firstPageMs: number };
/** Upper limits. */
type Bars = Partial<Started>;

const names: Record<keyof Started, string> = {
  readyMs: 'ms  until it is ready',
  processorMs: 'ms  of the processor until then',
  memoryMb: 'MB  in its memory then',
  firstPageMs: 'ms  for the first page',
};

/** Time of a page over a new connection, in ms. */
function timeOf(url: string): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (reply) => {
      reply.resume().on('end', () => resolve(performance.now() - began));
    }).on('error', reject);
  });
}

async function started(env: Record<string, string>): Promise<Started> {
  const began = performance.now();
  const server = await startServer(env);
  const readyMs = performance.now() - began;
  try {
    return {
      readyMs,
      processorMs: (await secondsOf(server.pid)) * 1_000,
      memoryMb: await residentMb(server.pid),
      firstPageMs: await timeOf(server.origin),
    };
  } finally {
    await server.stop();
  }
}

async function reportStarts(heading: string, folder: string, times: number, bars: Bars) {
  console.log(`\n## ${heading}: medians of ${times}, the least and the most\n`);
  const env = { DATA_DIR: folder, WEB_CONCURRENCY: '1' };
  // The first start fills an empty folder, and fills the compile cache.
  await started(env);
  const all: Started[] = [];
  for (let n = 0; n < times; n++) all.push(await started(env));
  for (const [key, name] of Object.entries(names) as [keyof Started, string][]) {
    const { median, least, most } = spreadOf(all.map((one) => one[key]));
    const bar = bars[key];
    const verdict =
      bar === undefined ? '' : ` (at most ${bar}: ${median <= bar ? 'reached' : 'NOT REACHED'})`;
    const figures = [median, least, most].map((figure) => figure.toFixed(0).padStart(8)).join('');
    console.log(`${figures} ${name}${verdict}`);
  }
}

/**
 * `npm run bench -- start [--keep] [--donations N] [--times N]`: duration of starts with the
 * sample, and with that many donations and matching organisations. `--keep` leaves those for the
 * next run.
 */
export async function reportStart(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      keep: { type: 'boolean' },
      donations: { type: 'string', default: '1000000' },
      times: { type: 'string', default: '7' },
    },
  });
  const times = Number(values.times);
  const sample = await mkdtemp(join(tmpdir(), 'tasuki-bench-start-'));
  const bars = { readyMs: 1_500, memoryMb: 200, firstPageMs: 100 };
  await reportStarts('Starts with the sample', sample, times, bars);
  await rm(sample, { recursive: true, force: true });
  const size = sizeOf(Number(values.donations));
  const folder = await dataFolder(size);
  const heading = `Starts with ${size.associates} organisations and ${size.donations} donations`;
  await reportStarts(heading, folder, times, { readyMs: 3_000, firstPageMs: 100 });
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}
