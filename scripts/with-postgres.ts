/**
 * `node scripts/with-postgres.ts <folder with initdb and postgres> <program> <arguments…>`: runs a
 * program with TEST_DATABASE_URL naming a PostgreSQL that lives as long as the program.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '#kit/db/cluster.server.ts';
import { carelessSettings } from '#test/stand-ins/careless-settings.ts';
import { keepTemporaryFoldersInMemory } from './testing/memory-folder.js';

keepTemporaryFoldersInMemory();

const [folder = '', program = '', ...args] = process.argv.slice(2);
const dataDir = await mkdtemp(join(tmpdir(), 'tasuki-test-'));
// Before version 16, programs change their working directory and return by path.
await chmod(dataDir, 0o711);
const cluster = await openCluster({
  dataDir,
  settings: carelessSettings,
  programs: { folder, localeFlags: ['--locale=C.UTF-8'] },
});
// A Ctrl-C reaches the program as well, and its leftovers are cleaned up below.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
const child = spawn(program, args, {
  stdio: 'inherit',
  // The tests have already run on the embedded one: see vitest.config.ts.
  env: { ...process.env, TEST_DATABASE_URL: cluster.adminUrl, TEST_SECOND_SERVER: '1' },
});
const [code] = await once(child, 'exit');
await cluster.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(code ?? 1);
