import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { patiently } from '#server/waiting.ts';
import { databaseAccount, handOver } from './cluster/cluster-account.ts';
import {
  abortable,
  type Connection,
  connectOrStart,
  maintenanceClient,
} from './cluster/cluster-connection.ts';
import { isSocketFolderOf, readPostmaster, serves } from './cluster/cluster-postmaster.ts';
import { type Installation, initialise } from './cluster/cluster-process.ts';
import { embeddedPrograms, type Programs } from './cluster/cluster-programs.ts';
import {
  prepareDatabase,
  prepareRole,
  serverRole,
  socketUrl,
  superuser,
} from './cluster/cluster-roles.ts';
import { takeProcessLock } from './process-lock.ts';

/** The database of a data folder. Its URLs stay the same when it has to be started again. */
export type Cluster = {
  /** For the server: as a role that owns this database and nothing else. */
  url: string;
  /** As the superuser; for tests, which need databases of their own. */
  adminUrl: string;
  stop(): Promise<void>;
};

export type ClusterOptions = {
  dataDir: string;
  /** Further settings of postgresql.conf; tests switch off fsync, nobody else may. */
  settings?: Record<string, string>;
  /** Another PostgreSQL than the one that npm brings. */
  programs?: Programs;
  /** Told the URL of a database that is on its way: there is time for other work until it answers. */
  onLaunch?: (url: string) => void;
  /** Ends an opening that is under way, in order. */
  signal?: AbortSignal | undefined;
  /** Told when the database died and when starting it again failed. */
  warn?: (message: string) => void;
};

const socketPrefix = 'tasuki-';
/** What is left of 103 bytes (macOS) by `/tasuki-XXXXXX` and `/.s.PGSQL.5432.lock`. */
const longestSocketParentBytes = 103 - 14 - 19;
const stopDeadlineMs = 8_000;
const restartPauseMs = 1_000;
const longestAnswerMs = 1_000;
const lockKey = 7_457_854;

const waits = {
  making: { ja: 'データベースの作成', en: 'the database to be made' },
  start: { ja: 'データベースの起動', en: 'the database to start' },
  preparation: { ja: 'データベースの準備', en: 'the database to be prepared' },
};

/**
 * Opens the PostgreSQL of `dataDir`: makes it when there is none, starts it or adopts the one that
 * a killed server left, and starts it again whenever it dies. Refuses with `code: 'IN_USE'` while
 * another server holds the folder.
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

  async function hold(): Promise<pg.Client> {
    const onLaunch = () => {
      hasLaunched = true;
      options.onLaunch?.(socketUrl(serverRole, socketFolder));
    };
    const admin = await patiently(waits.start, () =>
      connectOrStart(installation, socketFolder, signal, onLaunch),
    );
    const client = maintenanceClient(serverRole, admin.socketFolder);
    try {
      await patiently(waits.preparation, () => abortable(prepare(admin, client), signal));
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

  /** `client` holds the folder from then on. */
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
        keeper = await hold();
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

  let keeper = await hold().catch(async (error) => {
    abort.abort();
    // What another server holds is left alone, also where this one has launched it.
    if (isOurs || (hasLaunched && !(await hasHolder(socketFolder)))) await stopPostmaster(folder);
    await rm(ownSocketFolder, { recursive: true, force: true });
    throw error;
  });
  if (ownSocketFolder !== socketFolder) await removeSocketFolder(ownSocketFolder);
  // Of a lock file that was copied with its folder, the original's: it stays.
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
    await patiently(waits.making, () => initialise(installation, signal));
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

/** Whether a server holds the database at this socket; one that cannot be reached yet is held by none. */
async function hasHolder(socketFolder: string): Promise<boolean> {
  const client = maintenanceClient(superuser, socketFolder, longestAnswerMs);
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

/** Fast shutdown: sessions are ended, everything is written; at once, by recovery, if it hangs. */
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

/** A private folder, for whoever can reach the socket is let in; short, for 107 bytes are the limit. */
async function makeSocketFolder(): Promise<string> {
  const parent = Buffer.byteLength(tmpdir()) <= longestSocketParentBytes ? tmpdir() : '/tmp';
  return await mkdtemp(join(parent, socketPrefix));
}

/** Only folders that a start made: the name in a lock file could be anything. */
async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(socketPrefix)) return;
  await rm(folder, { recursive: true, force: true });
}
