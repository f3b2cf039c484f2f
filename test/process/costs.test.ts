import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cost, measureCosts, measuredServer } from '#test/costs/measure.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';

// CPU time of the server's requests compared within one run: ratios, not figures. Linux only.

let dataDir: string;
let server: ServerProcess;
let costs: Cost[];
const isLinux = process.platform === 'linux';

beforeAll(async () => {
  if (!isLinux) return;
  dataDir = await dataFolder('sample');
  server = await startServer(dataDir, measuredServer);
  costs = await measureCosts({ url: server.url, pid: server.process.pid ?? 0, dataDir });
});
afterAll(async () => {
  await server?.stop();
  if (isLinux) await removeDataDir(dataDir);
});

test.runIf(isLinux)('no request without a budget costs ten times its neighbour', () => {
  const free = costs.filter(({ budget }) => budget === undefined);
  // Below this a request is cheap, whatever others cost.
  const cheapMs = 2;
  const outliers = free.filter(({ ms }, index) => {
    const next = free[index + 1]?.ms ?? 0;
    return ms > 10 * Math.max(next, cheapMs);
  });
  const table = costs.map(({ name, ms, budget = '' }) => `${ms.toFixed(1)} ms ${name} ${budget}`);
  expect(outliers, table.join('\n')).toEqual([]);
  const middle = free[free.length >> 1]?.ms ?? 0;
  expect(free[0]?.ms, table.join('\n')).toBeLessThan(30 * Math.max(middle, cheapMs));
});

test.runIf(isLinux)('a picture that was drawn before costs a fraction of a new one', () => {
  const cost = (name: RegExp) => costs.find((one) => name.test(one.name))?.ms ?? Number.NaN;
  for (const kind of ['og/associate', 'og/my-pledge', 'qr/associate']) {
    const uncached = cost(new RegExp(`^/${kind}/.*, new$`));
    expect(cost(new RegExp(`^/${kind}/.*png$`)), kind).toBeLessThan(uncached / 3);
  }
});
