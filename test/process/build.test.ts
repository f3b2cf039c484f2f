import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Output of a build, and that it runs only when sources changed.

const root = join(import.meta.dirname, '../..');

test('the bundler has nothing to warn of', async () => {
  expect(await readFile(join(root, 'build', 'bundler.log'), 'utf8')).toBe('');
});

test('a build that is there is not made again, and nothing is said of it', () => {
  const buildScript = join('scripts', 'build.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [buildScript, '--if-due'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([stdout, stderr, status]).toEqual(['', '', 0]);
});
