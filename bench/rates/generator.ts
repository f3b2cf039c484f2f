import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';

/** Target of the load: one address, or many from a Lua script for wrk. */
export type Load = {
  url: string;
  headers?: Record<string, string>;
  /** Parallel connections, 32 by default. */
  connections?: number;
  /** `request = function() … end` for wrk; without wrk `paths` are requested in turn. */
  script?: string;
  paths?: readonly string[];
};

export type Measured = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the generator, as a share of the elapsed time. */
  generatorShare: number;
};

/** One thread of it generates as many requests as a server on two processors answers. */
export type Generator = {
  name: string;
  measure(load: Load, seconds: number): Promise<Measured>;
};

/** wrk if it is or can be installed; otherwise autocannon in two threads, which is slower than the server. */
export function findGenerator(): Generator {
  if (!hasWrk()) installWrk();
  return hasWrk() ? { name: 'wrk', measure: byWrk } : { name: 'autocannon', measure: byAutocannon };
}

function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // It prints its version and exits with 1.
    return (error as { status?: number }).status === 1;
  }
}

function installWrk(): void {
  if (process.getuid?.() !== 0) return;
  try {
    execFileSync('apt-get', ['install', '-y', '-q', 'wrk'], { stdio: 'ignore' });
  } catch {
    console.warn('wrk could not be installed: apt-get install wrk');
  }
}

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);

/** Parses a time of wrk, in ms. */
function msIn(text: string, percent: string): number {
  const [, value = '0', unit = 'ms'] =
    new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)$`, 'm').exec(text) ?? [];
  return Number(value) * { us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit as 'us' | 'ms' | 's' | 'm'];
}

async function byWrk(
  { url, headers = {}, connections = 32, script }: Load,
  seconds: number,
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-wrk-'));
  try {
    const file = join(folder, 'load.lua');
    if (script !== undefined) await writeFile(file, script);
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '--timeout', '30s'];
    for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`);
    if (script !== undefined) args.push('-s', file);
    const wrk = spawn('wrk', [...args, url], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [text, cpuSeconds] = await Promise.all([textOf(wrk), processorTimeOf(wrk)]);
    const failed = numberIn(text, /Non-2xx or 3xx responses: (\d+)/);
    const perSecond = numberIn(text, /Requests\/sec:\s+([\d.]+)/);
    if (failed > 0 || perSecond === 0) throw new Error(`${url} failed:\n${text}`);
    return {
      perSecond,
      p50Ms: msIn(text, '50'),
      p99Ms: msIn(text, '99'),
      generatorShare: cpuSeconds / seconds,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function textOf(child: ChildProcess): Promise<string> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  }
  await once(child, 'close');
  return text;
}

const ticksPerSecond = 100;

/** CPU seconds of a process, read from the kernel shortly before its end. */
async function processorTimeOf(child: ChildProcess): Promise<number> {
  let ticks = 0;
  const look = async () => {
    const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const now = Number(fields[11]) + Number(fields[12]);
    if (now > ticks) ticks = now;
  };
  const looking = setInterval(() => void look(), 50);
  await once(child, 'exit');
  clearInterval(looking);
  return ticks / ticksPerSecond;
}

async function byAutocannon(
  { url, headers, connections = 32, paths }: Load,
  seconds: number,
): Promise<Measured> {
  const before = process.cpuUsage();
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    workers: 2,
    ...(paths && { requests: paths.map((path) => ({ path })) }),
  });
  const { user, system } = process.cpuUsage(before);
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    generatorShare: (user + system) / 1_000_000 / seconds / 2,
  };
}
