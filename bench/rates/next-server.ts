import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { BenchServer } from '#bench/server.ts';
import { pageTree } from './page-tree.ts';

const folder = join('bench', 'peers', 'next');

/**
 * The same page in Next.js at /dynamic and, cached for a minute, at /isr; installed here, since
 * nothing else needs it.
 */
export async function startNext(html: string): Promise<BenchServer> {
  await writeFile(join(folder, 'tree.json'), JSON.stringify(await pageTree(html)));
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const options = { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] as StdioOptions };
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], options);
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  execFileSync(process.execPath, [next, 'build'], options);
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [next, 'start', '-p', `${port}`, '-H', '127.0.0.1'],
    options,
  );
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/isr`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`Next.js ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}
