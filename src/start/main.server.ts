import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { logConsoleAsLines } from '#kit/observing/console-lines.server.ts';
import type { Said, ToPrimary, ToWorker } from '#start/workers/messages.server.ts';
import { startPrimary } from '#start/workers/primary.server.ts';
import { announce } from './announce.server.ts';
import { type Env, readEnv } from './env.server.ts';
import { type Opening, startDatabase } from './open-database.server.ts';
import { startFailure } from './start-failure.server.ts';

/** Running server, or with several processes the primary that watches over them. */
type Running = { close(): Promise<void>; stopServing?(signal: AbortSignal): Promise<void> };

/** Time for an aborted start to clean up. */
const abortTimeoutMs = 9_000;

/** The process: environment → database → listen → close. Ends with one clear line on failure. */
export async function main() {
  // For people at a terminal; everything else is for the log.
  const say = console.error;
  logConsoleAsLines();
  let running: Running | undefined;
  let opening: Promise<Running> | undefined;
  const breakOff = new AbortController();
  let isClosing = false;
  const hurry = new AbortController();
  const close = async (asked?: NodeJS.Signals) => {
    // A second signal, or one from a terminal, skips waiting for balancers.
    if (isClosing || asked !== 'SIGTERM') hurry.abort();
    if (isClosing) return;
    isClosing = true;
    if (!running) {
      // During a start: aborts it cleanly, so that its database does not stay behind.
      breakOff.abort();
      const overdue = wait(abortTimeoutMs, undefined, { ref: false });
      running = await Promise.race([opening?.catch(() => undefined), overdue]);
    }
    await running?.stopServing?.(hurry.signal);
    await running?.close();
    process.exit(0);
  };
  // Before the start, since a signal may come as soon as readiness is announced.
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // Started by scripts/start.js or the primary: once that process is gone, nothing could stop this one.
  process.on('disconnect', () => close());
  try {
    const env = readEnv();
    const isOneOfMany = cluster.isPrimary && env.WEB_CONCURRENCY > 1;
    opening = isOneOfMany ? startPrimary(env, breakOff.signal) : serve(env, breakOff.signal);
    running = await opening;
  } catch (error) {
    if (isClosing) return;
    isClosing = true;
    const message = await startFailure(error);
    // Printed once, by the primary, however many of its processes fail.
    if (cluster.isWorker && process.connected) {
      process.send?.({ kind: 'failed', message } satisfies ToPrimary, () => process.exit(1));
      return;
    }
    say(message);
    process.exit(1);
  }
}

async function serve(env: Env, signal: AbortSignal): Promise<Running> {
  // Server code is loaded, and routes are mounted, while the database starts.
  const opening = await (cluster.isWorker ? startOfWorker() : startDatabase(env, signal));
  const { openServer, sitePages } = await import('./entry.server.ts');
  const server = await openServer(env, sitePages, opening);
  try {
    const { app, sampleSignIns: signIns, setupUrl } = server;
    // Warms up, so that the first visitor does not wait for data that every page reads.
    await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
    const listening = await app.listen({ port: env.PORT, host: env.HOST });
    server.work();
    const address = env.PUBLIC_URL || listening.replace('127.0.0.1', 'localhost');
    const said: Said = { signIns, setupUrl };
    if (cluster.isWorker) process.send?.({ kind: 'ready', address, said } satisfies ToPrimary);
    else announce(address, signIns, setupUrl);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function startOfWorker(): Promise<Opening> {
  for (;;) {
    const [message] = (await once(process, 'message')) as [ToWorker];
    if (message.kind !== 'start') continue;
    const { start } = message;
    // Already open; the primary closes it.
    const opened = Promise.resolve({ url: start.url, close: async () => undefined });
    return { url: start.url, opened, start };
  }
}
