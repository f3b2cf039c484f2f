import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dataFolder } from '#test/process/data-folder.ts';
import {
  announced,
  collected,
  freePort,
  removeDataDir,
  startServer,
  startUnopened,
} from '#test/server-process.ts';
import { mailServer } from '#test/stand-ins/smtp-server.ts';

/** A running product with sample data in a folder of its own. */
export type Product = {
  readonly url: string;
  readonly dataDir: string;
  /** Output of the server, sample sign-ins included. */
  output(): string;
  /** Every mail it sent, raw: through SMTP if it has a mail server, otherwise from its folder. */
  mails(): Promise<readonly string[]>;
  /**
   * Kills it as a power cut would, and starts it again on the same data and address; `meanwhile`
   * runs while there is no server.
   */
  killAndRestart(meanwhile?: () => Promise<void>): Promise<void>;
  /** Stops it and starts it again with its clock moved by `movedMs`. */
  restartLater(movedMs: number): Promise<void>;
};

/**
 * Kinds of installation. `built`: from this folder on its own database; `built-alone` for a test
 * that counts everything; `built-for-a-month` for one that moves its clock; on a separate
 * PostgreSQL server (TEST_DATABASE_URL) after `npm run sample`; by `npm start` in a fresh `clone`
 * of the project; `empty`: without sample data and before its first owner, with a mail server;
 * `empty-to-open`: another one, for the test that opens it.
 */
export type Installation =
  | 'built'
  | 'built-alone'
  | 'built-for-a-month'
  | 'own-postgres'
  | 'clone'
  | 'empty'
  | 'empty-to-open';

type Opened = { product: Product; close: () => Promise<void> };

const root = join(import.meta.dirname, '../..');
const setUpDeadlineMs = 540_000;
const stopDeadlineMs = 30_000;

export async function openProduct(installation: Installation): Promise<Opened> {
  const folder = await folderFor(installation);
  try {
    if (installation === 'clone') return await openClone(folder);
    if (installation.startsWith('empty')) return await openEmpty(folder);
    return await openBuilt(folder, {
      TRUST_PROXY: '1',
      ...(installation === 'own-postgres' && (await loadOwnDatabase(folder))),
    });
  } catch (error) {
    await removeDataDir(folder);
    throw error;
  }
}

function folderFor(installation: Installation): Promise<string> {
  if (installation === 'clone' || installation === 'own-postgres') {
    return mkdtemp(join(tmpdir(), 'tasuki-e2e-'));
  }
  return dataFolder(installation.startsWith('empty') ? 'empty' : 'sample');
}

/** A new, empty service. */
async function openEmpty(folder: string): Promise<Opened> {
  const post = await mailServer();
  const env = { TRUST_PROXY: '1', SAMPLE_DATA: 'off', SMTP_URL: post.url };
  const { product, close } = await openBuilt(folder, env).catch(async (error) => {
    await post.close();
    throw error;
  });
  return {
    product: { ...product, mails: async () => post.accepted },
    close: () => close().finally(post.close),
  };
}

async function openBuilt(dataDir: string, env: Record<string, string>): Promise<Opened> {
  // Installations without sample data are tested from before the opening.
  const start = env.SAMPLE_DATA === 'off' ? startUnopened : startServer;
  let server = await start(dataDir, env);
  const { url } = server;
  return {
    product: {
      dataDir,
      url,
      output: () => server.output(),
      mails: () => mailsIn(dataDir),
      async killAndRestart(meanwhile) {
        await server.kill();
        await meanwhile?.();
        server = await start(dataDir, { ...env, PORT: new URL(url).port });
      },
      async restartLater(movedMs) {
        await server.stop();
        const clock = new URL('moved-clock.ts', import.meta.url).pathname;
        const moved = { NODE_OPTIONS: `--import=${clock}`, CLOCK_MOVED_MS: String(movedMs) };
        server = await start(dataDir, { ...env, ...moved, PORT: new URL(url).port });
      },
    },
    async close() {
      await server.stop();
      await removeDataDir(dataDir);
    },
  };
}

/** Without a mail server, mails are in the data folder. */
async function mailsIn(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'mails');
  // A file that is still being written has another name.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

/** Fills a database of the run's server with `npm run sample`; returns the settings for a start on it. */
async function loadOwnDatabase(dataDir: string): Promise<Record<string, string>> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `walk_${randomBytes(4).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  const env = {
    // A URL without a host, which `URL` cannot parse.
    DATABASE_URL: server.replace(/^([a-z]+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`),
    SECRET: 'a secret for tests that is long enough',
  };
  await run('npm', ['run', 'sample'], { ...process.env, DATA_DIR: dataDir, ...env });
  return env;
}

const startedOnce = () => Promise.reject(new Error('A clone is started once.'));

/** Follows README like a new user: a clone, `npm start`, and in the end Ctrl-C. */
async function openClone(folder: string): Promise<Opened> {
  const clone = join(folder, 'tasuki');
  await run('git', ['clone', '--quiet', root, clone], process.env);
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...environmentOfSomebodyNew(), PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, as in a terminal: its Ctrl-C reaches all of it.
    detached: true,
  });
  const output = collected(child);
  const url = await announced(child, output, setUpDeadlineMs).catch((error) => {
    signalGroup(child, 'SIGKILL');
    throw error;
  });
  return {
    product: {
      dataDir: join(clone, 'data'),
      url,
      output,
      mails: () => mailsIn(join(clone, 'data')),
      killAndRestart: startedOnce,
      restartLater: startedOnce,
    },
    async close() {
      await pressControlC(child);
      await removeDataDir(join(clone, 'data'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collected(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output()}`);
}

/** Variables that a shell and npm need; none that configures the product or points npm at this folder. */
function environmentOfSomebodyNew(): NodeJS.ProcessEnv {
  const kept =
    /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TMPDIR|XDG_\w+|NODE_EXTRA_CA_CERTS|\w+_proxy|npm_config_(?!local_prefix)\w+)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)));
}

async function pressControlC(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), stopDeadlineMs);
  const ended = once(child, 'exit');
  signalGroup(child, 'SIGINT');
  const [, signal] = await ended;
  clearTimeout(timer);
  if (signal === 'SIGKILL') throw new Error('npm start did not end with Ctrl-C.');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal);
}
