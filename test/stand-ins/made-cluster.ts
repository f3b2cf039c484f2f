import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openCluster } from '#server/db/cluster.ts';

/**
 * Makes one database cluster before a file's tests. Returns what puts a copy into a data folder, as a start left it that
 * ended in order: to make each would take most of the time of tests that are about later starts.
 */
export function madeCluster(): (dataDir: string) => Promise<void> {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tasuki-made-'));
    await (await openCluster({ dataDir: folder })).stop();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return async (dataDir) => {
    await mkdir(dataDir, { recursive: true });
    await cp(join(folder, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
  };
}
