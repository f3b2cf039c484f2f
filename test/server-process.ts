import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { serverRole, socketUrl } from '#kit/db/cluster/cluster-roles.server.ts';

/** The built product as a process, with real sockets and a data folder. */
export type ServerProcess = {
  url: string;
  process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Asks it to stop; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Kills it as a power cut would; its database keeps running. */
  kill(): Promise<void>;
};

/** Loading sample data takes seconds, on a busy machine a minute and more. */
const readyDeadlineMs = 240_000;

const ownRoot = join(import.meta.dirname, '..');

/**
 * Starts the server built in `root`, waits until it is ready, and opens the service if necessary
 * (src/people/setup/opening.server.ts). Fails with its output.
 */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  root = ownRoot,
  deadlineMs = readyDeadlineMs,
): Promise<ServerProcess> {
  const server = await startUnopened(dataDir, env, root, deadlineMs);
  await openDoors(server.url, () => env.DATABASE_URL ?? databaseUrlOf(dataDir));
  return server;
}

async function openDoors(url: string, databaseUrl: () => string | Promise<string>) {
  const isOpen = async () => (await (await fetch(`${url}/robots.txt`)).text()).includes('Sitemap');
  if (await isOpen()) return;
  const client = new pg.Client({ connectionString: await databaseUrl() });
  await client.connect();
  const open = `insert into settings values ('opening', '{"isOpen": true, "isFromBefore": true}')
    on conflict (key) do update set value = excluded.value`;
  await client.query(open).finally(() => client.end());
  // The server is notified within moments.
  while (!(await isOpen())) await wait(5);
}

/** Starts the server like `startServer`, without opening the service. */
export async function startUnopened(
  dataDir: string,
  env: Record<string, string> = {},
  root = ownRoot,
  deadlineMs = readyDeadlineMs,
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort());
  const child = spawnServer(dataDir, { ...env, PORT: port }, root);
  const output = collected(child);
  await announced(child, output, deadlineMs);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url: `http://localhost:${port}`,
    process: child,
    output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** Collects a process's output; the returned function reads it. */
export function collected(child: ChildProcess): () => string {
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return () => output;
}

/** Waits until a start has printed its address, and returns it. Rejects with the output of a failed start. */
export function announced(
  child: ChildProcess,
  output: () => string,
  deadlineMs: number,
): Promise<string> {
  const printedUrl = () => /ready.*?(https?:\S+)\n/.exec(output())?.[1];
  return new Promise((resolve, reject) => {
    const give = () => {
      const url = printedUrl();
      if (!url) return;
      // Searching all of a verbose server's output at each line would take longer than its work.
      child.stdout?.off('data', give);
      resolve(url);
    };
    const refuse = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`${why}:\n${output()}`));
    };
    child.stdout?.on('data', give);
    child.once('error', (error) => refuse(String(error)));
    child.once('exit', (code) => refuse(`server ended with ${code}`));
    setTimeout(() => printedUrl() ?? refuse('server is not ready'), deadlineMs).unref();
  });
}

/** Spawns a server on `dataDir` without waiting. Nothing of the surrounding environment configures it. */
export function spawnServer(
  dataDir: string,
  env: Record<string, string>,
  root = ownRoot,
): ChildProcess {
  return spawn(process.execPath, [join('build', 'server', 'index.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      // Mails are sent at once, except in tests of the delay.
      MAIL_DELAY_MINUTES: '0',
      // No test waits for requests that another one leaves open.
      STOP_GRACE_SECONDS: '5',
      // One process on any machine, except in tests of several.
      WEB_CONCURRENCY: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** URL of a running server's embedded database, for direct access by a test. */
export async function databaseUrlOf(dataDir: string): Promise<string> {
  const lockFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const socketFolder = lockFile.split('\n')[4] ?? '';
  return socketUrl(serverRole, socketFolder);
}

/** Stops the database that a killed server left, and removes the data folder. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const lines = (
    await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  ).split('\n');
  try {
    if (lines[0]) process.kill(Number(lines[0]), 'SIGQUIT');
  } catch {
    // It has stopped by itself.
  }
  if (lines[4]) await rm(lines[4], { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
