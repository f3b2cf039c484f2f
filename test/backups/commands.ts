import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Manifest } from '#start/backups/manifest.server.ts';

/** How a command ended, and all that it printed. */
export type Ended = { code: number | null; said: string };

/** Starts `npm run <name>` with these arguments and settings alone. */
export function startCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  return spawn(process.execPath, [`src/start/commands/${name}.server.ts`, ...args], {
    env: { PATH: process.env.PATH, SAMPLE_DATA: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export async function runCommand(...command: Parameters<typeof startCommand>): Promise<Ended> {
  const child = startCommand(...command);
  const [[code], out, errors] = await Promise.all([
    once(child, 'exit'),
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
  ]);
  return { code: code as number | null, said: errors + out };
}

/** Manifest of a backup in a folder. */
export const manifestIn = async (folder: string, id: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'backups', id, 'manifest.json'), 'utf8'));

/** Id that `npm run backup` printed. */
export const idIn = ({ said }: Ended): string => /\d{8}T\d{6}Z-[0-9a-f]{8}/.exec(said)?.[0] ?? said;

/** What a new generation changes in a restored installation. */
const changed = new Set([
  ...['settings', 'generations', 'number_floors', 'backups', 'restores', 'audit_log'],
]);

/** Rows and hash of each table that a restore leaves as it was. */
export const contentOf = ({ tables }: Manifest) =>
  Object.fromEntries(
    tables
      .filter(({ name }) => !changed.has(name))
      .map(({ name, rows, sha256 }) => [name, { rows, sha256 }] as const)
      .toSorted(),
  );
