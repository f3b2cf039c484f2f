import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openCluster } from '#kit/db/cluster.server.ts';

/**
 * Creates one database cluster before a file's tests. The returned function copies it into a data
 * folder, as left by an orderly stop: creating one per test would take most of the time of tests
 * about later starts.
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
