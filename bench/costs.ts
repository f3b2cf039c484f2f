import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cost, measureCosts, measuredServer } from '#test/costs/measure.ts';
import { startServer } from './server.ts';

/** The requests with the highest CPU time on the server, and the limit that bounds each; pages are not cached. */
export async function mostCostly(count: number): Promise<Cost[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tasuki-bench-costs-'));
  const server = await startServer({ DATA_DIR: dataDir, ...measuredServer });
  try {
    const costs = await measureCosts({ url: server.origin, pid: server.pid, dataDir });
    return costs.slice(0, count);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
