/** Parses the reports of Vitest and Playwright, and summarises the whole run. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Slowest test files listed at the end. */
const namedFiles = 15;
/** Failures of a part that are repeated at the end. */
const maxNamedFailures = 20;
const messageLength = 400;

/** More flaky browser tests than this fail the run. */
export const mostFlaky = 2;

/** Result of a part, from Vitest's JSON report and exit status. */
export function readVitest(report, status) {
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = report;
  const failures = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((one) => one.status === 'failed')
    .map(({ fullName, failureMessages }) => ({ title: fullName, message: failureMessages[0] }));
  const files = testResults.map(({ name = '', startTime = 0, endTime = 0 }) => ({
    file: name,
    seconds: (endTime - startTime) / 1000,
  }));
  return { ...counted(numPassedTests, numFailedTests, status), failures, files };
}

/** The same from Playwright's; a test that passed on its second try counts as passed, and is listed. */
export function readPlaywright(report, status) {
  const { stats = {}, suites = [] } = report;
  const { expected = 0, flaky = 0, unexpected = 0 } = stats;
  return {
    ...counted(expected + flaky, unexpected, status),
    failures: suites.flatMap((suite) => testsOf(suite, 'unexpected')),
    flaky: suites.flatMap((suite) => testsOf(suite, 'flaky')),
    files: suites.map((suite) => ({ file: suite.file ?? '', seconds: durationMsOf(suite) / 1000 })),
  };
}

/** Last lines of a run; the very last has the totals. */
export function closing(results) {
  const lines = [...slowest(results), ...results.flatMap(linesOf)];
  const flaky = results.flatMap((result) => result.flaky ?? []);
  for (const { title, message } of flaky) {
    lines.push(`flaky: ${title}`, `           ${shortened(message)}`);
  }
  const isTooFlaky = flaky.length > mostFlaky;
  if (isTooFlaky) {
    lines.push(
      `FAILED   ${flaky.length} tests passed only on their second try; ${mostFlaky} at most may`,
    );
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, Number(isTooFlaky));
  return {
    lines: [...lines, `${passed} passed, ${failed} failed`],
    isGood: failed === 0 && passed > 0,
  };
}

function slowest(results) {
  const files = results.flatMap(({ name, files = [] }) =>
    files.map(({ file, seconds }) => ({ name, file: relative(process.cwd(), file), seconds })),
  );
  return files
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, namedFiles)
    .map(({ name, file, seconds }) => `${seconds.toFixed(1).padStart(6)} s ${file} (${name})`);
}

function linesOf({ name, seconds, passed, failed, skipped, failures = [] }) {
  if (passed + failed === 0 && !skipped) return [`         ${name} (${seconds.toFixed(1)} s)`];
  const mark = skipped ? 'skipped' : failed > 0 ? 'FAILED' : 'passed';
  return [
    `${mark.padEnd(8)} ${name} (${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s)`,
    ...failures
      .slice(0, maxNamedFailures)
      .map(({ title, message }) => `         ✘ ${title}\n           ${shortened(message)}`),
  ];
}

/** Tests with the wanted outcome in a suite and its sub-suites, each with its first error. */
function testsOf({ specs = [], suites = [] }, wanted) {
  const found = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName, results }) => ({
        title: `[${projectName}] ${file}: ${title}`,
        message: results.flatMap(({ errors }) => errors)[0]?.message,
      })),
  );
  return [...found, ...suites.flatMap((suite) => testsOf(suite, wanted))];
}

/** Total duration of a suite's tests, sub-suites and retries included. */
function durationMsOf({ specs = [], suites = [] }) {
  const own = specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .reduce((sum, { duration = 0 }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationMsOf(suite), own);
}

/** Beginning of a message in one line: the end of a run is read first. */
function shortened(message = 'ended without a message') {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, messageLength);
}

/** A run without tests, or one that failed outside its tests, is a failure as well. */
function counted(passed, failed, status) {
  const isFailure = status !== 0 || passed + failed === 0;
  return { passed, failed: isFailure ? Math.max(failed, 1) : failed };
}
