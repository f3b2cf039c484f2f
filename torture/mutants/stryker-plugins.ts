import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant, MutantResult, StrykerOptions } from '@stryker-mutator/api/core';
import type { Ignorer } from '@stryker-mutator/api/ignore';
import {
  commonTokens,
  declareFactoryPlugin,
  declareValuePlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin';
import { MutantRunStatus, type TestRunner } from '@stryker-mutator/api/test-runner';
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner';
import { endKeptWorker, keepWorker } from './kept-worker.ts';
import { isSampled, keyOf, keyOfResult, type Wish } from './mutant-key.ts';
import { hashOf, type MutantRecord } from './records.ts';

// Plugins for Stryker: skip what was not requested, what is already known, and texts for users; run
// whole test files; record each result at once.

const wishOf = (options: StrykerOptions) => options.tasukiMutants as Wish;

function createAskedForChecker(options: StrykerOptions) {
  const wish = wishOf(options);
  const known = new Set(wish.known);
  const verdict = (mutant: Mutant): CheckResult => {
    const key = keyOf(mutant);
    return isSampled(key, wish) && !known.has(key)
      ? { status: CheckStatus.Passed }
      : { status: CheckStatus.CompileError, reason: 'not asked for' };
  };
  return {
    init: async () => undefined,
    check: async (mutants: Mutant[]) =>
      Object.fromEntries(mutants.map((mutant) => [mutant.id, verdict(mutant)])),
    group: async (mutants: Mutant[]) => [mutants.map(({ id }) => id)],
  };
}
createAskedForChecker.inject = tokens(commonTokens.options);

/** A mutant may leave the reused product broken, and every later one would count as found. */
const mostFindsInARow = 8;

/**
 * Runs Vitest by file: tests of a file may build on one another, so a single one would fail and
 * wrongly count as a find.
 */
function createWholeFilesRunner(injector: Injector<PluginContext>): TestRunner {
  const [vitest] = vitestPlugins;
  if (!vitest) throw new Error('@stryker-mutator/vitest-runner brings no runner');
  const runner = vitest.factory(injector);
  keepWorker();
  let findsInARow = 0;
  // An id without a name stands for every name in its file.
  const wholeFile = (testId: string) => `${testId.split('#', 1)[0]}#`;
  return {
    capabilities: () => runner.capabilities(),
    init: async () => runner.init?.(),
    dispose: async () => {
      await endKeptWorker();
      await runner.dispose?.();
    },
    dryRun: (options) => runner.dryRun(options),
    async mutantRun({ testFilter, ...options }) {
      const isLoadedFirst = options.reloadEnvironment || findsInARow >= mostFindsInARow;
      if (isLoadedFirst) await endKeptWorker();
      const result = await runner.mutantRun({
        ...options,
        ...(testFilter && { testFilter: [...new Set(testFilter.map(wholeFile))] }),
      });
      findsInARow =
        result.status === MutantRunStatus.Killed ? (isLoadedFirst ? 0 : findsInARow) + 1 : 0;
      if (options.reloadEnvironment) await endKeptWorker();
      return result;
    },
  };
}
createWholeFilesRunner.inject = tokens(commonTokens.injector);

function createRecorder(options: StrykerOptions) {
  const wish = wishOf(options);
  return {
    onMutantTested(result: Readonly<MutantResult>) {
      const key = keyOfResult(result);
      const isTried = result.status !== 'CompileError' && result.status !== 'Ignored';
      if (!isTried || !isSampled(key, wish)) return;
      const record: MutantRecord = {
        key,
        file: relative(process.cwd(), result.fileName),
        line: result.location.start.line,
        becomes: result.replacement,
        fileHash: hashOf([result.fileName]),
        testsHash: wish.testsHash,
        status: result.status,
      };
      appendFileSync(wish.recordsFile, `${JSON.stringify(record)}\n`);
    },
  };
}
createRecorder.inject = tokens(commonTokens.options);

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** A changed text for people is no bug, and a test that repeats it proves nothing. */
const textsForPeople: Ignorer = {
  shouldIgnore({ node, type }: { node: unknown; type: string }) {
    const isText = type === 'StringLiteral' || type === 'TemplateLiteral';
    return isText && japanese.test(JSON.stringify(node)) ? 'a text for people' : undefined;
  },
};

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, 'asked-for', createAskedForChecker),
  declareFactoryPlugin(PluginKind.TestRunner, 'whole-files', createWholeFilesRunner),
  declareFactoryPlugin(PluginKind.Reporter, 'recorder', createRecorder),
  declareValuePlugin(PluginKind.Ignore, 'texts-for-people', textsForPeople),
];
