/**
 * `npm test`: sets itself up, runs everything, what fails soonest first, and closes with
 * `N passed, N failed`. `npm test -- check unit integration process browser tour` runs parts of it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fail, generate, install, productNode, programOf, root, runNode, say } from './setup.js';
import { ensureSystemPackages, findChromium, findSystemPostgres } from './system-packages.js';

const reports = mkdtempSync(join(tmpdir(), 'tasuki-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/** In this order. Each part answers how many of its tests passed and failed; a lint counts as one. */
const parts = {
  check: [
    ['types', () => lint(tool('react-router', 'typegen'), tool('tsc', '--noEmit', '-p', '.'))],
    ['format and lint', () => lint(tool('biome', 'check', '--error-on-warnings'))],
    ['who may import whom', () => lint(tool('depcruise', ...importingFolders()))],
    ['nothing unused', () => lint(tool('knip'))],
  ],
  unit: [['unit', () => vitest('unit')]],
  integration: [
    ['integration, embedded PostgreSQL', () => vitest('integration')],
    [
      'integration, PostgreSQL of the system',
      () => onSystemPostgres((wrap) => vitest('integration', wrap)),
    ],
  ],
  process: [['processes', () => built() ?? vitest('process')]],
  browser: [
    ['browser', () => built() ?? playwright(['desktop', 'phone'])],
    [
      'main job, PostgreSQL of the system',
      () => built() ?? onSystemPostgres((wrap) => playwright(['own-postgres'], wrap)),
    ],
  ],
  tour: [['tour of the README in a fresh clone', tour]],
};

const packages = {
  'react-router': '@react-router/dev',
  tsc: 'typescript',
  biome: '@biomejs/biome',
  depcruise: 'dependency-cruiser',
  knip: 'knip',
  vitest: 'vitest',
  playwright: '@playwright/test',
};

/** Of the failures of a part, so many are named once more at the end. */
const mostNamed = 20;
const messageLength = 400;

const wanted = process.argv.slice(2);
const unknown = wanted.find((part) => !(part in parts));
if (unknown) fail(`npm test -- [${Object.keys(parts).join('|')}] …  (${unknown}?)`);
const chosen = Object.keys(parts).filter((part) => wanted.length === 0 || wanted.includes(part));

install();
generate();
ensureSystemPackages(chosen);

const results = chosen.flatMap((part) => parts[part]).map(([name, run]) => perform(name, run));
report();

function perform(name, run) {
  say(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`);
  const began = performance.now();
  const counts = run();
  return { name, seconds: (performance.now() - began) / 1000, ...counts };
}

function report() {
  say('');
  for (const { name, seconds, passed, failed, skipped, failures = [] } of results) {
    const mark = skipped ? 'skipped' : failed > 0 ? 'FAILED' : 'passed';
    say(`${mark.padEnd(8)} ${name} (${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s)`);
    for (const { title, message } of failures.slice(0, mostNamed)) {
      say(`         ✘ ${title}\n           ${shortened(message)}`);
    }
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
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
  // In a process of its own: it ends with its message when it fails.
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
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(file);
  const failures = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((one) => one.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] }));
  return { ...counted(numPassedTests, numFailedTests, status), failures };
}

/** Runs tests on the system's PostgreSQL: `run` gets what makes their command one with a server. */
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
  // What failed in one part is still to be seen when the next one has run.
  const output = `--output=${join('test-results', 'failures', projects.join('-'))}`;
  const command = tool('playwright', 'test', '--reporter=list,json', output, ...chosen);
  const { status } = runNode(wrap(command), {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const { stats = {}, suites = [] } = readReport(file);
  const { expected = 0, flaky = 0, unexpected = 0 } = stats;
  return {
    ...counted(expected + flaky, unexpected, status),
    failures: suites.flatMap(unexpectedIn),
  };
}

/** The tests of a suite, and of those within, that went wrong, each with its first complaint. */
function unexpectedIn({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        title: `[${projectName}] ${file}: ${title}`,
        message: results.flatMap(({ errors }) => errors)[0]?.message,
      })),
  );
  return [...failed, ...suites.flatMap(unexpectedIn)];
}

/** The beginning of a message in one line, for the end of a run is what one reads first. */
function shortened(message = 'ended without a message') {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, messageLength);
}

function tour() {
  const git = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: root });
  return git.status === 0 ? playwright(['tour']) : skip('this folder is no git clone');
}

function skip(reason) {
  say(`skipped: ${reason}`);
  return { passed: 0, failed: 0, skipped: true };
}

/** A run without tests, or one that failed beside its tests, is a failure as well. */
function counted(passed, failed, status) {
  const isFailure = status !== 0 || passed + failed === 0;
  return { passed, failed: isFailure ? Math.max(failed, 1) : failed };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
