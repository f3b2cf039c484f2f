import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { databaseAccount, handOver } from './cluster/cluster-account.server.ts';
import {
  abortable,
  type Connection,
  connectOrStart,
  maintenanceClient,
} from './cluster/cluster-connection.server.ts';
import { isSocketFolderOf, readPostmaster, serves } from './cluster/cluster-postmaster.server.ts';
import { type Installation, initialise } from './cluster/cluster-process.server.ts';
import { embeddedPrograms, type Programs } from './cluster/cluster-programs.server.ts';
import {
  prepareDatabase,
  prepareRole,
  serverRole,
  socketUrl,
  superuser,
} from './cluster/cluster-roles.server.ts';
import { takeProcessLock } from './process-lock.server.ts';
import { withWaitMessages } from './waiting.server.ts';

/** Database of a data folder. Its URLs stay the same across restarts. */
export type Cluster = {
  /** Connects as a role that owns this database and has no other rights. */
  url: string;
  /** Connects as the superuser: only for tests, which create their own databases. */
  adminUrl: string;
  stop(): Promise<void>;
};

export type ClusterOptions = {
  dataDir: string;
  /** Further settings of postgresql.conf. Only tests may switch off fsync. */
  settings?: Record<string, string>;
  /** PostgreSQL to use instead of the embedded one. */
  programs?: Programs;
  /** Called with the URL while the database still starts, so that the caller can do other work meanwhile. */
  onLaunch?: (url: string) => void;
  /** Aborts an opening in progress and cleans up. */
  signal?: AbortSignal | undefined;
  /** Called when the database died and when a restart failed. */
  warn?: (message: string) => void;
};

const socketPrefix = 'tasuki-';
/** Longest parent folder of the socket: 103 bytes (macOS) less `/tasuki-XXXXXX` and `/.s.PGSQL.5432.lock`. */
const maxSocketParentBytes = 103 - 14 - 19;
const stopDeadlineMs = 8_000;
const restartPauseMs = 1_000;
const probeTimeoutMs = 1_000;
const lockKey = 7_457_854;

const waits = {
  making: { ja: 'データベースの作成', en: 'the database to be made' },
  start: { ja: 'データベースの起動', en: 'the database to start' },
  preparation: { ja: 'データベースの準備', en: 'the database to be prepared' },
};

/**
 * Opens the PostgreSQL of `dataDir`: creates it if missing, starts it or adopts one left by a killed server, and
 * restarts it when it dies. Refuses with `code: 'IN_USE'` while another server holds the folder.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { warn = console.warn } = options;
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, options.signal ?? abort.signal]);
  const installation = await install(options, signal);
  const { folder } = installation;
  const left = await readPostmaster(folder);
  const ownSocketFolder = await makeSocketFolder();
  let restarting: Promise<void> | undefined;
  let isOurs = false;
  let hasLaunched = false;
  let socketFolder = ownSocketFolder;

  async function acquire(): Promise<pg.Client> {
    const onLaunch = () => {
      hasLaunched = true;
      options.onLaunch?.(socketUrl(serverRole, socketFolder));
    };
    const admin = await withWaitMessages(waits.start, () =>
      connectOrStart(installation, socketFolder, signal, onLaunch),
    );
    const client = maintenanceClient(serverRole, admin.socketFolder);
    try {
      await withWaitMessages(waits.preparation, () => abortable(prepare(admin, client), signal));
      client.once('end', () => {
        if (!signal.aborted) restarting = restart();
      });
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    } finally {
      void admin.client.end().catch(() => undefined);
    }
    socketFolder = admin.socketFolder;
    return client;
  }

  /** `client` then holds the folder. */
  async function prepare(admin: Connection, client: pg.Client): Promise<void> {
    await prepareRole(admin.client);
    await client.connect();
    if (!(await takeProcessLock(client, lockKey, signal))) throw inUse(folder);
    isOurs = true;
    await prepareDatabase(admin.client);
  }

  async function restart(): Promise<void> {
    warn('PostgreSQL is gone; starting it again.');
    while (!signal.aborted) {
      try {
        keeper = await acquire();
        return;
      } catch (error) {
        if (signal.aborted) return;
        warn(error instanceof Error ? error.message : String(error));
        await wait(restartPauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function stop(): Promise<void> {
    abort.abort();
    await restarting;
    await keeper.end().catch(() => undefined);
    await stopPostmaster(folder);
    await removeSocketFolder(socketFolder);
  }

  let keeper = await acquire().catch(async (error) => {
    abort.abort();
    // A database held by another server is left running, even if this one launched it.
    if (isOurs || (hasLaunched && !(await hasHolder(socketFolder)))) await stopPostmaster(folder);
    await rm(ownSocketFolder, { recursive: true, force: true });
    throw error;
  });
  if (ownSocketFolder !== socketFolder) await removeSocketFolder(ownSocketFolder);
  // A lock file copied with its folder names the original's socket folder, which must stay.
  const leftFolder = left?.socketFolder;
  if (leftFolder && leftFolder !== socketFolder && (await isSocketFolderOf(leftFolder, folder))) {
    await removeSocketFolder(leftFolder);
  }
  return {
    url: socketUrl(serverRole, socketFolder),
    adminUrl: socketUrl(superuser, socketFolder),
    stop,
  };
}

/** URL of the database of `dataDir` if it is running, for a command beside the server that holds it. */
export async function runningCluster(dataDir: string): Promise<string | undefined> {
  const folder = join(resolve(dataDir), 'postgres');
  const serving = await readPostmaster(folder);
  if (!serving || !(await serves(serving, folder).catch(() => false))) return undefined;
  return (await hasHolder(serving.socketFolder))
    ? socketUrl(serverRole, serving.socketFolder)
    : undefined;
}

/** Stops the database of a folder that is to be thrown away, whoever started it, and removes the folder. */
export async function removeCluster(dataDir: string): Promise<void> {
  const folder = join(await realpath(dataDir), 'postgres');
  const left = await readPostmaster(folder);
  await stopPostmaster(folder);
  if (left?.socketFolder) await removeSocketFolder(left.socketFolder);
  await rm(dataDir, { recursive: true, force: true });
}

async function install(
  { dataDir, settings = {}, programs }: ClusterOptions,
  signal: AbortSignal,
): Promise<Installation> {
  await mkdir(resolve(dataDir), { recursive: true, mode: 0o700 });
  const folder = join(await realpath(dataDir), 'postgres');
  const account = await databaseAccount(folder);
  const installation = {
    folder,
    logFile: `${folder}.log`,
    programs: programs ?? (await embeddedPrograms(account)),
    account,
    settings,
  };
  if (!(await stat(folder).catch(() => undefined))) {
    await withWaitMessages(waits.making, () => initialise(installation, signal));
  }
  await handOver(folder, account);
  return installation;
}

function inUse(folder: string): Error & { code: 'IN_USE' } {
  const message =
    `データフォルダ ${folder} は、起動中のたすきが使っています。先にそちらを終了してください。` +
    ' / Another Tasuki is running on this data folder; stop it first.';
  return Object.assign(new Error(message), { code: 'IN_USE' as const });
}

/** Whether a server holds the database at this socket; an unreachable database has no holder. */
async function hasHolder(socketFolder: string): Promise<boolean> {
  const client = maintenanceClient(superuser, socketFolder, probeTimeoutMs);
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [lockKey]);
    return !rows[0].taken;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Fast shutdown: ends sessions and writes everything. If that hangs, an immediate one that needs recovery. */
async function stopPostmaster(folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const serving = await readPostmaster(folder);
    if (!serving || !(await serves(serving, folder))) return;
    try {
      process.kill(serving.pid, signal);
    } catch {
      return;
    }
    const deadline = performance.now() + stopDeadlineMs;
    while (performance.now() < deadline && (await serves(serving, folder))) await wait(10);
  }
}

/** Private, since access to the socket is a login; short, since socket paths are limited to 107 bytes. */
async function makeSocketFolder(): Promise<string> {
  const parent = Buffer.byteLength(tmpdir()) <= maxSocketParentBytes ? tmpdir() : '/tmp';
  return await mkdtemp(join(parent, socketPrefix));
}

/** Removes only folders made by a start: a lock file may name any path. */
async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(socketPrefix)) return;
  await rm(folder, { recursive: true, force: true });
}
