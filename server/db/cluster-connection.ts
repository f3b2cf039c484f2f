import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isServing, readPostmaster } from './cluster-postmaster.ts';
import { type Installation, lastComplaint, launch } from './cluster-process.ts';
import { superuser } from './cluster-roles.ts';

const startDeadlineMs = 60_000;
/** Crash recovery may replay much; as long as the database says so it is waited for. */
const recoveryDeadlineMs = 600_000;
/** A living database whose socket was swept from the temporary folder can only be started anew. */
const unreachableDeadlineMs = 5_000;
const pollMs = 20;
const cannotConnectNow = '57P03';

/** A superuser's connection to the maintenance database, and the folder of the socket that it was made by. */
export type Connection = { client: pg.Client; socketFolder: string };

/**
 * Connects to the database of the installation, starting it (with its socket in
 * `ownSocketFolder`) when none is alive. A successful connect is the only sign of readiness:
 * lock files and process numbers lie after a kill.
 */
export async function connectOrStart(
  installation: Installation,
  ownSocketFolder: string,
  signal: AbortSignal,
  onLaunch?: () => void,
): Promise<Connection> {
  const { folder, logFile } = installation;
  const began = performance.now();
  let deadline = began + startDeadlineMs;
  let unreachableSince: number | undefined;
  let launched: { ended: boolean } | undefined;
  for (;;) {
    signal.throwIfAborted();
    const known = await readPostmaster(folder);
    if (known && (await isServing(known.pid, folder))) {
      const socketFolder = known.socketFolder;
      const answer = socketFolder ? await connect(socketFolder) : 'unready';
      if (typeof answer === 'object') return { client: answer, socketFolder };
      if (answer === 'unready') deadline = began + recoveryDeadlineMs;
      unreachableSince =
        answer === 'unreachable' ? (unreachableSince ?? performance.now()) : undefined;
      if (unreachableSince && performance.now() - unreachableSince > unreachableDeadlineMs) {
        process.kill(known.pid, 'SIGINT');
        unreachableSince = undefined;
      }
    } else if (!launched || launched.ended) {
      if (launched) await refuseUnlessPassing(logFile);
      launched = await launchOnce(installation, ownSocketFolder, known?.pid);
      onLaunch?.();
    }
    if (performance.now() > deadline) throw startFailure(await lastComplaint(logFile));
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

/** Two starts at once, or processes of a killed database still leaving: both pass by waiting. */
async function refuseUnlessPassing(logFile: string): Promise<void> {
  const complaint = await lastComplaint(logFile);
  const isPassing = /lock file|shared memory/.test(complaint) && !/No space left/.test(complaint);
  if (!isPassing) throw startFailure(complaint);
  await wait(200);
}

function startFailure(complaint: string): Error {
  return new Error(
    `データベースを起動できませんでした: ${complaint} / The database could not be started.`,
  );
}

/** A client for the maintenance database, not yet connected. */
export function maintenanceClient(user: string, socketFolder: string): pg.Client {
  const client = new pg.Client({
    host: socketFolder,
    user,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  // A connection that breaks says so by `end`; without a listener the error would be a crash.
  client.on('error', () => undefined);
  return client;
}

async function connect(socketFolder: string): Promise<pg.Client | 'unready' | 'unreachable'> {
  const client = maintenanceClient(superuser, socketFolder);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const code = (error as { code?: string }).code;
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'unreachable' : refusedBecause(code);
  }
}

function refusedBecause(code: string | undefined): 'unready' | 'unreachable' {
  return code === cannotConnectNow || code === undefined ? 'unready' : 'unreachable';
}
