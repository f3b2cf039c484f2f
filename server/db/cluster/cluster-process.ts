import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isLivingProcess, processMark } from '#server/db/process-mark.ts';
import type { Account } from './cluster-account.ts';
import { markSocketFolder } from './cluster-postmaster.ts';
import type { Programs } from './cluster-programs.ts';
import { superuser } from './cluster-roles.ts';

/** Everything that is needed to start the database of one folder. */
export type Installation = {
  folder: string;
  logFile: string;
  programs: Programs;
  account: Account | undefined;
  settings: Record<string, string>;
};

/**
 * Ancestors of the folder may be locked for the account (a clone under /root). A child gets its
 * working directory before it gives up root, so both programs are started *in* the folder.
 */
const here = process.platform === 'linux' ? '/proc/self/cwd' : '.';

const run = promisify(execFile);

/** Makes an empty cluster in `folder`, whole or not at all, whoever else tries the same. */
export async function initialise(
  { folder, programs, account }: Installation,
  signal?: AbortSignal,
): Promise<void> {
  const parent = dirname(folder);
  const prefix = `${basename(folder)}.new-`;
  await removeAbandoned(parent, prefix);
  const fresh = join(parent, prefix + processMark);
  await mkdir(fresh, { mode: 0o700 });
  try {
    if (account) await chown(fresh, account.uid, account.gid);
    const flags = ['-A', 'trust', '-U', superuser, '-E', 'UTF8', ...programs.localeFlags];
    await run(join(programs.folder, 'initdb'), ['-D', here, '--no-instructions', ...flags], {
      cwd: fresh,
      env: environment(),
      signal,
      ...account,
    });
    await rename(fresh, folder);
    await syncFolder(parent);
  } catch (error) {
    // A broken-off initdb may be writing its last.
    await rm(fresh, { recursive: true, force: true, maxRetries: 10 });
    if (signal?.aborted) throw signal.reason;
    const code = (error as NodeJS.ErrnoException).code;
    // Another start was quicker: its cluster is as good as ours.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw initialisationFailure(error);
  }
}

/**
 * Starts the database of its folder, detached so that a Ctrl-C in the terminal is not its end.
 * `stalePid` is a number in a left-over lock file that is known not to be a database any more.
 * Resolves to how it ended; whether it serves is found out by connecting.
 */
export async function launch(
  { folder, logFile, programs, account, settings }: Installation,
  socketFolder: string,
  stalePid: number | undefined,
): Promise<{ pid: number | undefined; ended: Promise<void> }> {
  await mkdir(socketFolder, { recursive: true, mode: 0o700 });
  if (account) await chown(socketFolder, account.uid, account.gid);
  await markSocketFolder(socketFolder, folder);
  const log = await open(logFile, 'a', 0o600);
  try {
    const all: Record<string, string> = {
      ...quiet,
      ...solidState,
      ...settings,
      listen_addresses: '',
      unix_socket_directories: socketFolder,
    };
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(programs.folder, 'postgres'), ['-D', here, ...options], {
      cwd: folder,
      env: environment(stalePid),
      detached: true,
      stdio: ['ignore', 'ignore', log.fd],
      ...account,
    });
    child.unref();
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    return { pid: child.pid, ended };
  } finally {
    await log.close();
  }
}

/** The last complaint in the database's log, for a message that says more than "did not start". */
export async function lastComplaint(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1) ?? '';
}

/** Statements and key values in a log would be personal data; the server sees its errors anyway. */
const quiet = {
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // What a killed server was doing ends soon, for the next start waits for it.
  client_connection_check_interval: '5s',
  timezone: 'UTC',
  log_timezone: 'Asia/Tokyo',
};

/**
 * Where pages are not in memory they are on a disk without heads. Taken for one with heads, the newest of a
 * late state are looked for among all applications instead of by the index of states.
 */
const solidState = { random_page_cost: '1.1' };

/**
 * PostgreSQL never believes its own lock file when that names its grandparent. It is the way to
 * tell it of a stale number without deleting the file, which also guards the shared memory.
 */
function environment(stalePid?: number): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  return stalePid === undefined ? own : { ...own, PG_GRANDPARENT_PID: String(stalePid) };
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const mark = name.slice(prefix.length);
    if (mark !== processMark && isLivingProcess(mark)) continue;
    // What its initdb is still writing is removed by a later start.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function initialisationFailure(error: unknown): Error {
  const said = String((error as { stderr?: string }).stderr ?? error).trim();
  const reason = said.split('\n').findLast((line) => /error|fatal|could not/i.test(line)) ?? said;
  return new Error(
    `データベースを作成できませんでした。 / The database could not be created.\n${reason}`,
  );
}
