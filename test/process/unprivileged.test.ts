import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { announced, collected, freePort, removeDataDir } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';

// The product belongs to root and runs as a user who may write only to DATA_DIR, as docs/security requires.

const root = join(import.meta.dirname, '../..');
const nobody = { uid: 65_534, gid: 65_534 };

/** Only root can switch users, and the other user must reach the product, which may be in a private folder. */
const canBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, [join(root, 'scripts', 'steps.js')], { cwd: '/', ...nobody })
    .status === 0;

function startAsNobody(folder: string, env: Record<string, string>) {
  return spawn(process.execPath, [join('scripts', 'start.js')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      SAMPLE_DATA: 'off',
      WEB_CONCURRENCY: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...nobody,
  });
}

/** Output lines of a start that must fail. */
async function refusal(folder: string, env: Record<string, string>): Promise<string[]> {
  const child = startAsNobody(folder, env);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  return said.trim().split('\n');
}

async function folderOf(owner: typeof nobody | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-nobody-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

describe.runIf(canBeNobody)('a user without rights beyond DATA_DIR', () => {
  test('starts the product and stops it, and leaves nothing in its tree', async () => {
    const dataDir = await dataFolder('empty');
    onTestFinished(() => removeDataDir(dataDir));
    spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir]);
    const server = startAsNobody(root, { DATA_DIR: dataDir, PORT: String(await freePort()) });
    onTestFinished(() => void server.kill('SIGKILL'));
    const output = collected(server);
    const url = await announced(server, output, 60_000);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
    const { stdout } = spawnSync(
      'find',
      ['.', '-name', 'node_modules', '-prune', '-o', '-user', String(nobody.uid), '-print'],
      { cwd: root, encoding: 'utf8' },
    );
    expect(stdout).toBe('');
  });

  test('reads in one line that somebody else has to install and build first', async () => {
    const tree = await folderOf(undefined);
    spawnSync('chmod', ['755', tree]);
    for (const part of ['scripts', 'package.json', 'package-lock.json']) {
      cpSync(join(root, part), join(tree, part), { recursive: true });
    }
    expect(await refusal(tree, { DATA_DIR: await folderOf(nobody) })).toEqual([
      expect.stringMatching(/npm run build.+ \/ .+npm run build/),
    ]);
  });

  test('reads in one line that DATA_DIR may not be written to', async () => {
    const dataDir = await folderOf(undefined);
    expect(await refusal(root, { DATA_DIR: dataDir, PORT: String(await freePort()) })).toEqual([
      expect.stringMatching(new RegExp(`^${dataDir}.+DATA_DIR.+ / ${dataDir}.+DATA_DIR`)),
    ]);
  });
});
