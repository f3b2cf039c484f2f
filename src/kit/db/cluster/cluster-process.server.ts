import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isLivingProcess, processMark } from '#kit/db/process-mark.server.ts';
import type { Account } from './cluster-account.server.ts';
import { markSocketFolder } from './cluster-postmaster.server.ts';
import type { Programs } from './cluster-programs.server.ts';
import { superuser } from './cluster-roles.server.ts';

/** What it takes to start the database of one folder. */
export type Installation = {
  folder: string;
  logFile: string;
  programs: Programs;
  account: Account | undefined;
  settings: Record<string, string>;
};

/**
 * Ancestors of the folder may be inaccessible to the account (a clone under /root). A child gets its working directory
 * before it gives up root, so both programs start *in* the folder.
 */
const here = process.platform === 'linux' ? '/proc/self/cwd' : '.';

const run = promisify(execFile);

/** Creates an empty cluster in `folder`, atomically, even with concurrent starts. */
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
    // An aborted initdb may still be writing.
    await rm(fresh, { recursive: true, force: true, maxRetries: 10 });
    if (signal?.aborted) throw signal.reason;
    const code = (error as NodeJS.ErrnoException).code;
    // A concurrent start was faster: its cluster is used.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw initialisationFailure(error);
  }
}

/**
 * Starts the database of its folder, detached so that Ctrl-C in the terminal does not end it. `stalePid` is a number in
 * a left-over lock file known not to be a database. Resolves to how it ended; connect to learn whether it serves.
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

/** Last complaint in the database's log, for an error message that says more than "did not start". */
export async function lastComplaint(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|could not/.test(line)) ?? lines.at(-1) ?? '';
}

/** Keeps statements and key values, which may be personal data, out of the log; the server sees its errors anyway. */
const quiet = {
  log_min_messages: 'fatal',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // Ends the statements of a killed server soon, since the next start waits for them.
  client_connection_check_interval: '5s',
  timezone: 'UTC',
  log_timezone: 'Asia/Tokyo',
};

/**
 * Says that random reads are cheap (SSD). With the default the planner looks for the newest of a rare state among all
 * applications instead of by the index of states.
 */
const solidState = { random_page_cost: '1.1' };

/**
 * PostgreSQL ignores its lock file if that names its grandparent. This marks a process number as stale without deleting
 * the file, which also guards the shared memory.
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
    // Files that its initdb is still writing are removed by a later start.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function initialisationFailure(error: unknown): Error {
  const output = String((error as { stderr?: string }).stderr ?? error).trim();
  const reason =
    output.split('\n').findLast((line) => /error|fatal|could not/i.test(line)) ?? output;
  return new Error(
    `データベースを作成できませんでした。 / The database could not be created.\n${reason}`,
  );
}
