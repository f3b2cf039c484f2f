/**
 * `npm test`: installs, runs everything, fastest failures first, and ends with `N passed, N
 * failed`. `npm test -- check unit integration process browser tour` runs parts, `npm test --
 * browser:phone` a piece of one. `npm test -- long`, alone or before parts, also runs what the
 * short form samples (test/form.ts).
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, generate, install, productNode, programOf, root, say } from './setup.js';
import { findChromium, findSystemPostgres, installSystemPackages } from './system-packages.js';
import { closing, readPlaywright, readVitest } from './test-report.js';

const reports = mkdtempSync(join(tmpdir(), 'tasuki-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const packages = {
  'react-router': '@react-router/dev',
  // The compiler only; version 6 stays for tools that need its API, which 7 does not have yet.
  tsc: 'typescript7',
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
  knip: 'knip',
  vitest: 'vitest',
  playwright: '@playwright/test',
};

const onEmbedded = ['integration, embedded PostgreSQL', vitest('integration')];
const onSystem = ['integration, PostgreSQL of the system', onSystemPostgres(vitest('integration'))];
const mainJobOnSystem = [
  'main job, PostgreSQL of the system',
  onceBuilt(onSystemPostgres(playwright(['own-postgres']))),
];

/**
 * Name and work of each part. Work gets `run`, which starts a command line with the product's Node
 * and resolves to its exit code, and resolves to the numbers of passed and failed tests; a lint
 * counts as one.
 */
const parts = {
  check: [
    ['types', lint(tool('react-router', 'typegen'), tool('tsc', '--noEmit', '-p', '.'))],
    ['format and lint', lint(tool('biome', 'check', '--error-on-warnings'))],
    ['who may import whom', lint(tool('depcruise', ...importingFolders()))],
    ['nothing unused', lint(tool('knip'))],
  ],
  unit: [['unit', vitest('unit')]],
  integration: [onEmbedded, onSystem],
  process: [['processes', onceBuilt(onceInstalled(vitest('process')))]],
  browser: [['browser', onceBuilt(playwright(['desktop', 'phone']))], mainJobOnSystem],
  tour: [['tour of the README in a fresh clone', tour]],
};

/** Pieces of a part, each of which can be run alone. */
const pieces = {
  'integration:embedded': [onEmbedded],
  'integration:system': [onSystem],
  'browser:desktop': [['browser, desktop', onceBuilt(playwright(['desktop']))]],
  'browser:phone': [['browser, phone', onceBuilt(playwright(['phone']))]],
  'browser:system': [mainJobOnSystem],
};
const all = { ...parts, ...pieces };

const [isLong, wanted] = parseArguments(process.argv.slice(2));
const unknown = wanted.find((part) => !(part in all));
if (unknown) fail(`npm test -- [long] [${Object.keys(all).join('|')}] …  (${unknown}?)`);
const chosen = wanted.length === 0 ? Object.keys(parts) : namesIn(wanted);

process.env.TEST_FORM = isLong ? 'long' : 'short';
process.env.TEST_SEED ??= String(seedOfCommit());
// Programs that detect CI would write colours into a file, too.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1';
say(
  isLong
    ? `long form: everything; seed ${process.env.TEST_SEED}`
    : `short form, seed ${process.env.TEST_SEED} (TEST_SEED repeats it); \`npm test -- long\` also runs what it samples`,
);

const began = performance.now();
// In parallel with the installation and the first parts: only browsers and the second PostgreSQL need them.
const systemPackages = installSystemPackages(chosen.map((name) => name.split(':')[0]));
await install('everything');
await generate();
const setUp = { name: 'set-up', seconds: secondsSince(began), passed: 0, failed: 0 };

let building;
const results = await performAll(chosen.flatMap((name) => all[name]));
const { lines, isGood } = closing([setUp, ...results]);
say(['', ...lines].join('\n'));
process.exitCode = isGood ? 0 : 1;

function parseArguments(words) {
  return [words.includes('long'), words.filter((word) => word !== 'long')];
}

/** Each once, in the order above; a piece is dropped if its whole part is requested. */
function namesIn(wanted) {
  return Object.keys(all).filter(
    (name) => wanted.includes(name) && (name in parts || !wanted.includes(name.split(':')[0])),
  );
}

/** Stable for all runs of a commit. */
function seedOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(0, 7) || '1', 16) || 1;
}

/**
 * Runs the parts in order. Lints run in parallel with the build; so do the last two parts, of one
 * browser each. All others use both processors.
 */
async function performAll(chosenParts) {
  const isLint = (name) => parts.check.some(([lintName]) => lintName === name);
  const isLast = (name) => name === mainJobOnSystem[0] || name === parts.tour[0][0];
  const needsBuild = chosenParts.some(([, work]) => work.needsBuild);
  const lints = chosenParts.filter(([name]) => isLint(name));
  const middle = chosenParts.filter(([name]) => !isLint(name) && !isLast(name));
  const last = chosenParts.filter(([name]) => isLast(name));
  if (needsBuild && lints.length > 0) void built(starting(true));
  const done = await performTogether(lints);
  for (const [name, work] of middle) done.push(await perform(name, work, starting(false)));
  return [...done, ...(await performTogether(last))];
}

function performTogether(chosenParts) {
  const isKept = chosenParts.length > 1;
  return Promise.all(chosenParts.map(([name, work]) => perform(name, work, starting(isKept))));
}

async function perform(name, work, run) {
  const began = performance.now();
  const heading = `\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`;
  if (!run.isKept) say(heading);
  const counts = await work(run);
  if (run.isKept) say([heading, run.kept()].join('\n'));
  return { name, seconds: secondsSince(began), ...counts };
}

/** Starts commands; their output is shared or, if several parts run at once, kept until the part is over. */
function starting(isKept) {
  let output = '';
  const run = (args, env = {}) =>
    new Promise((resolve) => {
      const child = spawn(productNode(), args, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: isKept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      });
      const keep = (chunk) => {
        output += chunk;
      };
      child.stdout?.on('data', keep);
      child.stderr?.on('data', keep);
      child.once('error', (error) => {
        output += error.message;
        resolve(1);
      });
      child.once('close', (code) => resolve(code ?? 1));
    });
  return Object.assign(run, { isKept, kept: () => output });
}

/** Command line of a package's program; resolved late, since nothing is installed before. */
function tool(name, ...args) {
  return () => [programOf(packages[name], name), ...args];
}

/** One check with one or more commands. */
function lint(...commands) {
  return async (run) => {
    for (const command of commands) {
      if ((await run(command())) !== 0) return { passed: 0, failed: 1 };
    }
    return { passed: 1, failed: 0 };
  };
}

function importingFolders() {
  const folders = ['bench', 'scripts', 'src', 'test', 'torture'];
  return folders.filter((folder) => existsSync(join(root, folder)));
}

/** Work that needs a build of the current sources; fails if the build fails. */
function onceBuilt(work) {
  const whole = async (run, ...rest) =>
    (await built(run)) ? work(run, ...rest) : { passed: 0, failed: 1 };
  return Object.assign(whole, { needsBuild: true });
}

/** Whether the build succeeded. It is made once for all parts. */
function built(run) {
  building ??= run([join('scripts', 'build.js'), '--if-due']).then((code) => {
    if (code !== 0 && run.isKept) say(run.kept());
    return code === 0;
  });
  return building;
}

/** Work that needs system packages, if they can be installed. */
function onceInstalled(work) {
  return async (...args) => {
    await systemPackages;
    return work(...args);
  };
}

function vitest(project) {
  return async (run, wrapper = []) => {
    const file = join(reports, `${project}-${process.hrtime.bigint()}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const command = tool('vitest', 'run', '--project', project, ...reporters)();
    const code = await run([...wrapper, ...command]);
    return readVitest(readReport(file), code);
  };
}

/** Work on the system's PostgreSQL: its commands are wrapped with a server. */
function onSystemPostgres(work) {
  return async (run) => {
    await systemPackages;
    const found = findSystemPostgres();
    if (!found) return skip('there is no PostgreSQL ≥ 15 under /usr/lib/postgresql');
    if (!run.isKept) say(`PostgreSQL ${found.version}`);
    return work(run, [join('scripts', 'with-postgres.ts'), found.folder, productNode()]);
  };
}

function playwright(projects) {
  return async (run, wrapper = []) => {
    await systemPackages;
    if (!findChromium()) say('No Chromium on the PATH; trying the one of Playwright.');
    const file = join(reports, `${projects.join('-')}.json`);
    const chosen = projects.map((project) => `--project=${project}`);
    // Each part's results must survive the next one.
    const output = `--output=${join('test-results', 'failures', projects.join('-'))}`;
    // Tests that pass on their second try are listed at the end: see test-report.js.
    const how = ['--retries=1', '--reporter=list,json', output];
    const command = tool('playwright', 'test', ...how, ...chosen)();
    // Its workers warn about NO_COLOR, since it passes the other variable to them.
    const colours = process.stdout.isTTY ? {} : { NO_COLOR: undefined, FORCE_COLOR: '0' };
    const code = await run([...wrapper, ...command], {
      ...colours,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    return readPlaywright(readReport(file), code);
  };
}

async function tour(run) {
  const git = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: root });
  return git.status === 0 ? playwright(['tour'])(run) : skip('this folder is no git clone');
}

function skip(reason) {
  say(`skipped: ${reason}`);
  return { passed: 0, failed: 0, skipped: true };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function secondsSince(start) {
  return (performance.now() - start) / 1000;
}
