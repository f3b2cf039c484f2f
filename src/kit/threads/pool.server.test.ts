import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ReceiptPaper } from '#giving/receipts/receipt-paper.server.ts';
import { refusalOf } from '#kit/errors/refusal.ts';
import { openThreads } from '#start/open-threads.server.ts';
import { statedBy } from '#test/factories/receipts.ts';
import type { RunOptions } from './pool.server.ts';

const paper: ReceiptPaper = {
  number: '2026-000001',
  kind: 'year',
  year: 2026,
  amountYen: 1_000,
  donorName: '髙橋 花子',
  donorAddress: '東京都見本町',
  issuedAt: new Date('2026-11-20T10:00:00+09:00'),
  replaces: [],
  gifts: [{ receivedOn: '2026-03-01', amountYen: 1_000, appraisalId: 'TS-0000-0000' }],
  stated: statedBy('あおぞらの会'),
  code: '0000-0000-0000',
  verifyUrl: 'http://localhost/verify',
  isSample: false,
};
/** Takes many times longer than any limit here. */
const endlessPaper = { ...paper, gifts: Array.from({ length: 200_000 }, () => paper.gifts[0]) };
/** Input that no schema accepts. */
const brokenPaper = { ...paper, gifts: undefined } as unknown as ReceiptPaper;
const unhurried: RunOptions = { limitMs: 50_000 };

function threads(options?: Parameters<typeof openThreads>[0]) {
  const pool = openThreads({ count: 1, ...options });
  onTestFinished(() => pool.close());
  const draw = (what: unknown, limits = unhurried) =>
    pool.run('drawReceipt', what as ReceiptPaper, limits);
  return { pool, draw };
}

const start = (pdf: Uint8Array) => Buffer.from(pdf.subarray(0, 5)).toString();
const whyRefused = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' ? refusalOf(outcome.reason) : outcome.status;
const unavailable = { type: 'ServiceUnavailable', retryAfterSeconds: 5 };

test('a job that fails says why, and the next is done', async () => {
  const { draw } = threads();
  await expect(draw(brokenPaper)).rejects.toThrow(TypeError);
  expect(start(await draw(paper))).toBe('%PDF-');
});

test('a job that takes too long is refused and its thread ends; those behind it are done', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const { draw } = threads();
  await draw(paper);
  const [endless, next] = await Promise.allSettled([
    draw(endlessPaper, { limitMs: 300 }),
    draw(paper),
  ]);
  expect(whyRefused(endless)).toMatchObject(unavailable);
  expect(next.status).toBe('fulfilled');
  expect(warned).toHaveBeenCalledExactlyOnceWith('a job took longer than 300 ms: drawReceipt');
});

test('beyond what may wait, jobs are refused with when to come again; those always queued are not', async () => {
  const { draw, pool } = threads({ maxWaiting: 2 });
  const papers = [1, 2, 3, 4, 5].map(() => draw(paper));
  const part = pool.run('drawReceipt', paper, { ...unhurried, isAlwaysQueued: true });
  const outcomes = await Promise.allSettled([...papers, part]);
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(outcomes.slice(3, 5).map(whyRefused)).toMatchObject([unavailable, unavailable]);
});

test('closing ends at once, whatever is under way or waits', async () => {
  const { draw, pool } = threads();
  await draw(paper);
  const jobs = Promise.allSettled([draw(endlessPaper), draw(paper)]);
  await pool.close();
  const outcomes = [...(await jobs), ...(await Promise.allSettled([draw(paper)]))];
  expect(outcomes.map(whyRefused)).toMatchObject([unavailable, unavailable, unavailable]);
});

/** A worker file whose threads follow their input. */
async function plantedFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-thread-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'thread.mjs');
  await writeFile(
    file,
    `import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ input }) => {
      if (input === 'exits') process.exit(1);
      if (input === 'throws') throw new RangeError('out of something');
      if (input === 'refuses') parentPort.postMessage({ refusal: { type: 'Gone', message: 'no' } });
      else if (input === 'settings') parentPort.postMessage({ value: { ...process.env } });
      else parentPort.postMessage({ value: input === 'who' ? threadId : input });
    });`,
  );
  return file;
}

test('a thread without work ends after a while; until then it does the next job', async () => {
  const file = await plantedFile();
  const lasting = threads({ file });
  expect(await lasting.draw('who')).toBe(await lasting.draw('who'));
  const fleeting = threads({ file, idleMs: 1 });
  const first = await fleeting.draw('who');
  await expect.poll(() => fleeting.draw('who'), { interval: 20 }).not.toBe(first);
});

test('a large job takes its thread along', async () => {
  const { draw } = threads({ file: await plantedFile() });
  const first = await draw('who', { ...unhurried, endsThread: true });
  const second = await draw('who');
  expect(second).not.toBe(first);
  expect(await draw('who')).toBe(second);
});

test('a thread knows none of the settings', async () => {
  vi.stubEnv('SECRET', 'what no thread needs to know');
  const { draw } = threads({ file: await plantedFile() });
  expect(await draw('settings')).toEqual({});
});

test('a thread that dies fails its own job and no other', async () => {
  const { draw } = threads({ file: await plantedFile() });
  const outcomes = await Promise.allSettled(
    ['exits', 'one', 'throws', 'two', 'refuses', 'three'].map((what) => draw(what)),
  );
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason))).toEqual([
    expect.objectContaining({ message: expect.stringContaining('ended in the middle') }),
    'one',
    expect.any(RangeError),
    'two',
    expect.objectContaining({ refusal: { type: 'Gone', message: 'no' } }),
    'three',
  ]);
});
