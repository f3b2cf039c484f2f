/**
 * `npm test`: sets itself up, runs everything, what fails soonest first, and ends with
 * `N passed, N failed`. `npm test -- check unit integration process browser tour` runs parts of it,
 * `npm test -- browser:phone` and the like a piece of one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, generate, install, productNode, programOf, root, runNode, say } from './setup.js';
import { ensureSystemPackages, findChromium, findSystemPostgres } from './system-packages.js';
import { closing, readPlaywright, readVitest } from './test-report.js';

const reports = mkdtempSync(join(tmpdir(), 'tasuki-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

const onEmbedded = ['integration, embedded PostgreSQL', () => vitest('integration')];
const onSystem = [
  'integration, PostgreSQL of the system',
  () => onSystemPostgres((wrap) => vitest('integration', wrap)),
];
const mainJobOnSystem = [
  'main job, PostgreSQL of the system',
  () => built() ?? onSystemPostgres((wrap) => playwright(['own-postgres'], wrap)),
];

/** In this order. Each part returns how many of its tests passed and failed; a lint counts as one. */
const parts = {
  check: [
    ['types', () => lint(tool('react-router', 'typegen'), tool('tsc', '--noEmit', '-p', '.'))],
    ['format and lint', () => lint(tool('biome', 'check', '--error-on-warnings'))],
    ['who may import whom', () => lint(tool('depcruise', ...importingFolders()))],
    ['nothing unused', () => lint(tool('knip'))],
  ],
  unit: [['unit', () => vitest('unit')]],
  integration: [onEmbedded, onSystem],
  process: [['processes', () => built() ?? vitest('process')]],
  browser: [['browser', () => built() ?? playwright(['desktop', 'phone'])], mainJobOnSystem],
  tour: [['tour of the README in a fresh clone', tour]],
};

/** The pieces of a part, each of which can be run alone. */
const pieces = {
  'integration:embedded': [onEmbedded],
  'integration:system': [onSystem],
  'browser:desktop': [['browser, desktop', () => built() ?? playwright(['desktop'])]],
  'browser:phone': [['browser, phone', () => built() ?? playwright(['phone'])]],
  'browser:system': [mainJobOnSystem],
};
const all = { ...parts, ...pieces };

const packages = {
  'react-router': '@react-router/dev',
  tsc: 'typescript7',
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
  knip: 'knip',
  vitest: 'vitest',
  playwright: '@playwright/test',
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((part) => !(part in all));
if (unknown) fail(`npm test -- [${Object.keys(all).join('|')}] …  (${unknown}?)`);
const chosen = wanted.length === 0 ? Object.keys(parts) : namesIn(wanted);

install();
generate();
ensureSystemPackages(chosen.map((name) => name.split(':')[0]));

const results = chosen.flatMap((name) => all[name]).map(([name, run]) => perform(name, run));
report();

/** Each once, in the order above; a piece of a part that is wanted whole is in it already. */
function namesIn(wanted) {
  return Object.keys(all).filter(
    (name) => wanted.includes(name) && (name in parts || !wanted.includes(name.split(':')[0])),
  );
}

function perform(name, run) {
  say(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`);
  const began = performance.now();
  const counts = run();
  return { name, seconds: (performance.now() - began) / 1000, ...counts };
}

function report() {
  const { lines, isGood } = closing(results);
  say(['', ...lines].join('\n'));
  process.exitCode = isGood ? 0 : 1;
}

/** The command line of a package's program. */
function tool(name, ...args) {
  return [programOf(packages[name], name), ...args];
}

/** One check of one or more commands. */
function lint(...commands) {
  const isGood = commands.every((command) => runNode(command).status === 0);
  return { passed: Number(isGood), failed: Number(!isGood) };
}

function importingFolders() {
  const folders = ['app', 'bench', 'domain', 'scripts', 'server', 'test', 'torture'];
  return folders.filter((folder) => existsSync(join(root, folder)));
}

/** Undefined when there is a build of these sources, else the failure to make one. */
function built() {
  // In a process of its own, since it exits with its message when it fails.
  const { status } = runNode([join('scripts', 'build.js'), '--if-due']);
  return status === 0 ? undefined : { passed: 0, failed: 1 };
}

function vitestCommand(project, file) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return tool('vitest', 'run', '--project', project, ...reporters);
}

function vitest(project, wrap = (command) => command) {
  const file = join(reports, `${project}-${process.hrtime.bigint()}.json`);
  const { status } = runNode(wrap(vitestCommand(project, file)));
  return readVitest(readReport(file), status);
}

/** Runs tests on the system's PostgreSQL: `run` gets the command that wraps theirs with a server. */
function onSystemPostgres(run) {
  const found = findSystemPostgres();
  if (!found) return skip('there is no PostgreSQL ≥ 15 under /usr/lib/postgresql');
  say(`PostgreSQL ${found.version}`);
  const wrapper = [join('scripts', 'with-postgres.ts'), found.folder, productNode()];
  return run((command) => [...wrapper, ...command]);
}

function playwright(projects, wrap = (command) => command) {
  const chromium = findChromium();
  if (!chromium) say('No Chromium on the PATH; trying the one of Playwright.');
  const file = join(reports, `${projects.join('-')}.json`);
  const chosen = projects.map((project) => `--project=${project}`);
  // The results of each part must still be there after the next one has run.
  const output = `--output=${join('test-results', 'failures', projects.join('-'))}`;
  // What passes on its second try is named at the end: see test-report.js.
  const how = ['--retries=1', '--reporter=list,json', output];
  const command = tool('playwright', 'test', ...how, ...chosen);
  const { status } = runNode(wrap(command), {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return readPlaywright(readReport(file), status);
}

function tour() {
  const git = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: root });
  return git.status === 0 ? playwright(['tour']) : skip('this folder is no git clone');
}

function skip(reason) {
  say(`skipped: ${reason}`);
  return { passed: 0, failed: 0, skipped: true };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
