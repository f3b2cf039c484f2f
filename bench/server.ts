import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As `npm start` runs it. */
export const serverArgs = ['--max-semi-space-size=16', '--heap-growing-percent=60'];

export type BenchServer = { origin: string; stop: () => Promise<void> };

/**
 * Starts a built server with sample data in a new folder, with `env` and `nodeArgs` added. A folder
 * named by `env` is kept.
 */
export async function startServer(
  env: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<BenchServer & { pid: number }> {
  const ownDir = env.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'tasuki-bench-'));
  const child = spawn(process.execPath, [...serverArgs, ...nodeArgs, 'build/server/index.js'], {
    env: { ...process.env, PORT: '0', DATA_DIR: ownDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await announcedAddress(child);
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (ownDir) await rm(ownDir, { recursive: true, force: true });
    },
  };
}

/** Address that a process prints when it serves. */
export function announcedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk;
      const address = /http:\/\/[\w.:[\]-]+:\d+/.exec(output)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}
