/**
 * `npm test`: sets itself up, runs everything, what fails soonest first, and ends with `N passed, N failed`.
 * `npm test -- check unit integration process browser tour` runs parts, `npm test -- browser:phone` a piece of
 * one. `npm test -- long`, alone or before parts, also runs what the short form samples (test/form.ts).
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
  // The compiler alone; 6 stays beside it for tools that need its API, which 7 does not have yet.
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
 * Name and work of each part. Work gets `run`, which starts a command line with the product's Node and
 * resolves to its exit code, and resolves to how many tests passed and failed; a lint counts as one.
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

/** The pieces of a part, each of which can be run alone. */
const pieces = {
  'integration:embedded': [onEmbedded],
  'integration:system': [onSystem],
  'browser:desktop': [['browser, desktop', onceBuilt(playwright(['desktop']))]],
  'browser:phone': [['browser, phone', onceBuilt(playwright(['phone']))]],
  'browser:system': [mainJobOnSystem],
};
const all = { ...parts, ...pieces };

const [isLong, wanted] = longAndParts(process.argv.slice(2));
const unknown = wanted.find((part) => !(part in all));
if (unknown) fail(`npm test -- [long] [${Object.keys(all).join('|')}] …  (${unknown}?)`);
const chosen = wanted.length === 0 ? Object.keys(parts) : namesIn(wanted);

process.env.TEST_FORM = isLong ? 'long' : 'short';
process.env.TEST_SEED ??= String(seedOfCommit());
// Programs that guess from CI would write colours into a file, too.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1';
say(
  isLong
    ? `long form: everything; seed ${process.env.TEST_SEED}`
    : `short form, seed ${process.env.TEST_SEED} (TEST_SEED repeats it); \`npm test -- long\` also runs what it samples`,
);

const began = performance.now();
// Beside the installation and the first parts: only browsers and the second PostgreSQL need them.
const systemPackages = installSystemPackages(chosen.map((name) => name.split(':')[0]));
await install('everything');
await generate();
const setUp = { name: 'set-up', seconds: secondsSince(began), passed: 0, failed: 0 };

let building;
const results = await performAll(chosen.flatMap((name) => all[name]));
const { lines, isGood } = closing([setUp, ...results]);
say(['', ...lines].join('\n'));
process.exitCode = isGood ? 0 : 1;

function longAndParts(words) {
  return [words.includes('long'), words.filter((word) => word !== 'long')];
}

/** Each once, in the order above; a piece of a part that is wanted whole is in it already. */
function namesIn(wanted) {
  return Object.keys(all).filter(
    (name) => wanted.includes(name) && (name in parts || !wanted.includes(name.split(':')[0])),
  );
}

/** The same for every run of a commit, another one for the next. */
function seedOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(0, 7) || '1', 16) || 1;
}

/**
 * Performs the parts in order. Lints run side by side, beside the build; so do the last two parts, of one browser each.
 * All others use both processors.
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

/** Starts commands; their output is ours or, where several parts run at once, kept until the part is over. */
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

/** The command line of a package's program; found when it is run, since nothing is installed before. */
function tool(name, ...args) {
  return () => [programOf(packages[name], name), ...args];
}

/** One check of one or more commands. */
function lint(...commands) {
  return async (run) => {
    for (const command of commands) {
      if ((await run(command())) !== 0) return { passed: 0, failed: 1 };
    }
    return { passed: 1, failed: 0 };
  };
}

function importingFolders() {
  const folders = ['app', 'bench', 'domain', 'scripts', 'server', 'test', 'torture'];
  return folders.filter((folder) => existsSync(join(root, folder)));
}

/** Work that needs a build of these sources: fails where none can be made. */
function onceBuilt(work) {
  const whole = async (run, ...rest) =>
    (await built(run)) ? work(run, ...rest) : { passed: 0, failed: 1 };
  return Object.assign(whole, { needsBuild: true });
}

/** Whether there is a build. One is made for all parts. */
function built(run) {
  building ??= run([join('scripts', 'build.js'), '--if-due']).then((code) => {
    if (code !== 0 && run.isKept) say(run.kept());
    return code === 0;
  });
  return building;
}

/** Work that needs packages of the system where there are any. */
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
    // The results of each part must still be there after the next one has run.
    const output = `--output=${join('test-results', 'failures', projects.join('-'))}`;
    // What passes on its second try is named at the end: see test-report.js.
    const how = ['--retries=1', '--reporter=list,json', output];
    const command = tool('playwright', 'test', ...how, ...chosen)();
    // Its workers warn of NO_COLOR, since it tells them by the other name.
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
