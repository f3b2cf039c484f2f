import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { openThreads } from '#start/open-threads.server.ts';
import { type ThreadJobs, threadJobs } from '#start/thread-jobs.server.ts';
import { resultFile, resultLine } from '#test/factories/donating.ts';
import { statedBy } from '#test/factories/receipts.ts';

type Input<Name extends keyof ThreadJobs> = Parameters<ThreadJobs[Name]>[0];

/** Cost of a job for the event loop, when run on it and when run in a thread. */
export type LoopCost = { name: string; here: Cost; inThread: Cost };
type Cost = { cpuMs: number; longestPauseMs: number };

const gift = { receivedOn: '2026-03-01', amountYen: 1_000, appraisalId: 'TS-0000-0000' };
const receipt = (count: number): Input<'drawReceipt'> => ({
  number: '2026-000001',
  kind: count === 1 ? 'donation' : 'year',
  year: 2026,
  amountYen: count * gift.amountYen,
  donorName: '髙橋 花子',
  donorAddress: '東京都見本町1-2-3',
  issuedAt: new Date('2026-11-20T10:00:00+09:00'),
  replaces: [],
  gifts: Array.from({ length: count }, () => gift),
  stated: statedBy('あおぞらの会'),
  code: '0000-0000-0000',
  verifyUrl: 'http://localhost/verify',
  isSample: true,
});

/** Measures each kind of job twice; the first run only loads fonts and code. */
export async function loopCosts(): Promise<LoopCost[]> {
  const lines = Array.from({ length: 100_000 }, (_, n) => resultLine(n, { note: '表ソ～' }));
  const csv = iconv.encode(resultFile(...lines), 'cp932');
  const threads = openThreads({ count: 1 });
  const costs: LoopCost[] = [];
  const compare = async <Name extends keyof ThreadJobs>(
    name: string,
    job: Name,
    input: () => Input<Name>,
  ) => {
    const here = threadJobs[job] as (input: Input<Name>) => unknown;
    costs.push({
      name,
      here: await costOf(async () => here(input())),
      inThread: await costOf(() =>
        threads.run(job, input(), { limitMs: 120_000, handsOver: true }),
      ),
    });
  };
  await compare('receipt', 'drawReceipt', () => receipt(1));
  await compare('receipt of a year, 500 gifts', 'drawReceipt', () => receipt(500));
  await compare('results, 100,000 rows in Shift_JIS', 'readUpload', () => ({
    csv: { name: 'results.csv', content: Buffer.from(csv) },
    items: undefined,
  }));
  await threads.close();
  return costs;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  await work();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The first sample only sets the start.
  await wait(20);
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  await wait(20);
  delay.disable();
  return { cpuMs: (user + system) / 1_000, longestPauseMs: delay.max / 1e6 };
}
