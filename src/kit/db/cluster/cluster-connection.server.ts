import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { holderName } from '#kit/db/process-lock.server.ts';
import { readPostmaster, serves } from './cluster-postmaster.server.ts';
import { type Installation, lastComplaint, launch } from './cluster-process.server.ts';
import { superuser } from './cluster-roles.server.ts';

/** Timeouts of tries to connect, growing from try to try: on a busy machine everything is slow. */
const [shortestTryMs, longestTryMs] = [2_000, 60_000];
/** A failure that lasts longer than this is not temporary. */
const passingMs = 600_000;
/** A running database whose socket was swept from the temporary folder has to be restarted. */
const unreachableDeadlineMs = 5_000;
const pollMs = 20;
/** Starting up, shutting down, out of connections, or out of kernel resources. */
const passingCodes = new Set(['57P03', '57P01', '53300', 'ECONNRESET', 'EAGAIN']);

/** A superuser's connection to the maintenance database, and the folder of its socket. */
export type Connection = { client: pg.Client; socketFolder: string };

/**
 * Connects to the database of the installation, starting it (with its socket in `ownSocketFolder`) if none runs. Only a
 * successful connect proves readiness: lock files and process numbers outlive a kill. Waits as long as the database
 * runs, since crash recovery may replay much.
 */
export async function connectOrStart(
  installation: Installation,
  ownSocketFolder: string,
  signal: AbortSignal,
  onLaunch?: () => void,
): Promise<Connection> {
  const { folder, logFile } = installation;
  let tryMs = shortestTryMs;
  let refusedSince: number | undefined;
  let unreachableSince: number | undefined;
  let launched: { ended: boolean } | undefined;
  for (;;) {
    signal.throwIfAborted();
    const known = await readPostmaster(folder);
    if (known && (await serves(known, folder))) {
      const socketFolder = known.socketFolder;
      const answer = socketFolder
        ? await abortable(connect(socketFolder, tryMs), signal)
        : 'unready';
      if (typeof answer === 'object') return { client: answer, socketFolder };
      if (answer === 'unready') tryMs = Math.min(2 * tryMs, longestTryMs);
      unreachableSince =
        answer === 'unreachable' ? (unreachableSince ?? performance.now()) : undefined;
      if (unreachableSince && performance.now() - unreachableSince > unreachableDeadlineMs) {
        process.kill(known.pid, 'SIGINT');
        unreachableSince = undefined;
      }
    } else if (!launched || launched.ended) {
      if (launched) {
        refusedSince ??= performance.now();
        await refuseUnlessPassing(logFile, performance.now() - refusedSince);
      }
      launched = await launchOnce(installation, ownSocketFolder, known?.pid);
      onLaunch?.();
    }
    await wait(pollMs, undefined, { signal });
  }
}

async function launchOnce(installation: Installation, socketFolder: string, stalePid?: number) {
  const state = { ended: false };
  const { ended } = await launch(installation, socketFolder, stalePid);
  void ended.then(() => {
    state.ended = true;
  });
  return state;
}

/** Concurrent starts, and processes of a killed database that still exit, pass by waiting. */
async function refuseUnlessPassing(logFile: string, forMs: number): Promise<void> {
  const complaint = await lastComplaint(logFile);
  const isPassing = /lock file|shared memory/.test(complaint) && !/No space left/.test(complaint);
  if (!isPassing || forMs > passingMs) throw startFailure(complaint);
  await wait(200);
}

function startFailure(complaint: string): Error {
  return new Error(
    `データベースを起動できませんでした。 / The database could not be started.\n${complaint}`,
  );
}

/** Rejects as soon as `signal` aborts, without waiting for `work`. */
export function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  return Promise.race([work, aborted.promise]).finally(() => {
    signal.removeEventListener('abort', abort);
    work.catch(() => undefined);
  });
}

/** A client for the maintenance database, not yet connected; without `connectMs` it has no timeout. */
export function maintenanceClient(user: string, socketFolder: string, connectMs = 0): pg.Client {
  const client = new pg.Client({
    host: socketFolder,
    user,
    database: 'postgres',
    connectionTimeoutMillis: connectMs,
    application_name: holderName,
  });
  // A lost connection emits `end`; without this listener its `error` would crash the process.
  client.on('error', () => undefined);
  return client;
}

async function connect(
  socketFolder: string,
  tryMs: number,
): Promise<pg.Client | 'unready' | 'unreachable'> {
  const client = maintenanceClient(superuser, socketFolder, tryMs);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const { code, message } = error as { code?: string; message: string };
    if (code === undefined || passingCodes.has(code)) return 'unready';
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'unreachable';
    throw startFailure(message);
  }
}
