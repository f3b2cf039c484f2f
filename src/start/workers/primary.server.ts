import cluster, { type Worker } from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { connectionsOf } from '#kit/db/connections.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { announce } from '#start/announce.server.ts';
import type { Env } from '#start/env.server.ts';
import { metricsOfWorkers } from '#start/metrics/between-workers.server.ts';
import { listenForScrapes, shared } from '#start/metrics/serve-metrics.server.ts';
import { openDatabase } from '#start/open-database.server.ts';
import type { SampleSignIn } from '#start/sample/sign-ins.server.ts';
import type { Start, ToPrimary, ToWorker } from './messages.server.ts';

/** Time a worker's stop may take beyond its two settings (src/start/open-server.server.ts) before it is killed. */
const othersStopMs = 6_000;
/** Delay before a dead worker is replaced, since it may die repeatedly. */
const replaceAfterMs = 1_000;

const notServing = (endedWith: string | number) =>
  `サーバーのプロセスの一つが、受け付けを始める前に終わりました（${endedWith}）。上に出ている原因を取り除いて、もう一度起動してください。` +
  ` / A worker ended with ${endedWith} before it served: mend the cause above and start again.`;

export type Primary = { close(): Promise<void> };

/**
 * Serves with several processes behind one port on one database: opens it, starts workers, replaces dead ones, and
 * relays changes of public data between them. Announces the address once all serve.
 */
export async function startPrimary(env: Env, signal: AbortSignal): Promise<Primary> {
  const database = await openDatabase(env, { signal });
  const count = env.WEB_CONCURRENCY;
  // Workers accept from the socket themselves: a connection that the primary handed to a dying worker would be
  // neither answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  /** Workers whose reply is missing, by asker and question id. */
  const pendingReplies = new Map<string, { by: Worker; missing: Set<Worker> }>();
  let isClosing = false;
  let stopListening = async () => {};

  const sendTo = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message);
  };
  const connected = () =>
    Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[];
  const metrics = metricsOfWorkers(connected);
  const readMetrics = shared(metrics.read);

  function settle(id: string, answered: Worker) {
    const question = pendingReplies.get(id);
    if (!question) return;
    question.missing.delete(answered);
    if (question.missing.size > 0) return;
    pendingReplies.delete(id);
    sendTo(question.by, { kind: 'all-caught-up', id });
  }

  function passOn(from: Worker, id: string) {
    const others = connected().filter((worker) => worker !== from);
    pendingReplies.set(id, { by: from, missing: new Set(others) });
    for (const other of others) sendTo(other, { kind: 'catch-up', id });
    settle(id, from);
  }

  async function tellMetrics(worker: Worker, id: string): Promise<void> {
    sendTo(worker, { kind: 'metrics', id, text: await readMetrics() });
  }

  /** Resolves once the worker serves; rejects if it ends before. */
  function startWorker(start: Start): Promise<Extract<ToPrimary, { kind: 'ready' }>> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork();
      let isReady = false;
      let failure: string | undefined;
      worker.once('online', () => sendTo(worker, { kind: 'start', start }));
      worker.on('message', (message: ToPrimary) => {
        if (message.kind === 'changed') passOn(worker, message.id);
        else if (message.kind === 'caught-up') settle(message.id, worker);
        else if (message.kind === 'failed') failure = message.message;
        else if (message.kind === 'measured') metrics.take(message.id, message.measured);
        else if (message.kind === 'metrics-asked') void tellMetrics(worker, message.id);
        else {
          isReady = true;
          resolve(message);
        }
      });
      worker.once('exit', (code, signal) => {
        for (const id of pendingReplies.keys()) settle(id, worker);
        if (!isReady) reject(new Error(failure ?? notServing(signal ?? code)));
        else if (!isClosing) void replace(start);
      });
    });
  }

  async function replace(start: Start): Promise<void> {
    console.warn('a worker has ended; another one takes its place');
    while (!isClosing) {
      await wait(replaceAfterMs);
      if (isClosing) return;
      const hasStarted = await startWorker({ ...start, isFirst: false }).then(
        () => true,
        (error) => {
          logFailure('a worker does not start', error);
          return false;
        },
      );
      if (hasStarted) return;
    }
  }

  async function close(): Promise<void> {
    isClosing = true;
    const exits = Object.values(cluster.workers ?? {}).map(async (worker) => {
      if (!worker || worker.isDead()) return;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.process.kill('SIGTERM');
      const cut = setTimeout(
        () => worker.process.kill('SIGKILL'),
        (env.DRAIN_SECONDS + env.STOP_GRACE_SECONDS) * 1_000 + othersStopMs,
      );
      await exited.finally(() => clearTimeout(cut));
    });
    await Promise.all(exits);
    await stopListening();
    await database.close();
  }

  signal.addEventListener('abort', close);
  try {
    const start = { url: database.url, connections: connectionsOf(count) };
    // One-time tasks finish before the other workers start.
    const { address, said } = await startWorker({ ...start, isFirst: true });
    await Promise.all(
      Array.from({ length: count - 1 }, () => startWorker({ ...start, isFirst: false })),
    );
    if (env.METRICS_PORT > 0) {
      stopListening = (await listenForScrapes(env.METRICS_PORT, readMetrics)).close;
    }
    announce(address, said.signIns as SampleSignIn[], said.setupUrl);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}
