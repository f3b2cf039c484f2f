import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { announce } from './announce.ts';
import { type Env, readEnv } from './env.ts';
import { logConsoleAsLines } from './observing/console-lines.ts';
import { type Opening, startDatabase } from './open-database.ts';
import { startFailure } from './start-failure.ts';
import type { Said, ToPrimary, ToWorker } from './workers/messages.ts';
import { startPrimary } from './workers/primary.ts';

/** What a process serves by: the server itself, or, with several processes, what watches over those that do. */
type Running = { close(): Promise<void>; stopServing?(signal: AbortSignal): Promise<void> };

/** A start that is asked to end has so long to leave nothing behind. */
const longestBreakOffMs = 9_000;

/** The process: environment → database → listen → close. Ends it with one clear line on failure. */
export async function main() {
  // For whoever starts it at a terminal; all else is for the log.
  const say = console.error;
  logConsoleAsLines();
  let running: Running | undefined;
  let opening: Promise<Running> | undefined;
  const breakOff = new AbortController();
  let isClosing = false;
  const hurry = new AbortController();
  const close = async (asked?: NodeJS.Signals) => {
    // Whoever asks twice, or at a terminal, does not wait for balancers.
    if (isClosing || asked !== 'SIGTERM') hurry.abort();
    if (isClosing) return;
    isClosing = true;
    if (!running) {
      // In the middle of a start: it is broken off in order, so that its database is not left behind.
      breakOff.abort();
      const overdue = wait(longestBreakOffMs, undefined, { ref: false });
      running = await Promise.race([opening?.catch(() => undefined), overdue]);
    }
    await running?.stopServing?.(hurry.signal);
    await running?.close();
    process.exit(0);
  };
  // Before the start, for the first signal may come as soon as readiness is announced.
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // Started by scripts/start.js, or by the primary: when that process is gone, nobody could stop us any more.
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
    // Said once, by the primary, however many of its processes fail.
    if (cluster.isWorker && process.connected) {
      process.send?.({ kind: 'failed', message } satisfies ToPrimary, () => process.exit(1));
      return;
    }
    say(message);
    process.exit(1);
  }
}

async function serve(env: Env, signal: AbortSignal): Promise<Running> {
  // The code of the server is read, and its routes are made, while the database starts.
  const opening = await (cluster.isWorker ? startOfWorker() : startDatabase(env, signal));
  const { openServer, sitePages } = await import('./entry.ts');
  const server = await openServer(env, sitePages, opening);
  try {
    const { app, sampleSignIns: signIns, setupUrl } = server;
    // So that the first visitor need not wait for what every page reads at first.
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
    // It is open, and the primary closes it.
    const opened = Promise.resolve({ url: start.url, close: async () => undefined });
    return { url: start.url, opened, start };
  }
}
