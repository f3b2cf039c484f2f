import { globSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import type { MutatedFolder } from './folders.ts';
import type { Wish } from './mutant-key.ts';
import { isSampled } from './mutant-key.ts';
import { hashOf, type MutantRecord, readRecords } from './records.ts';

/** Folder of results and Stryker's copies: test-results/ contains no sources. */
const workFolder = join('test-results', 'mutants');

/** Tries the requested mutants of a folder; returns all their results. */
export async function tryMutants(
  folder: MutatedFolder,
  sample: Pick<Wish, 'seed' | 'percent'>,
): Promise<MutantRecord[]> {
  mkdirSync(workFolder, { recursive: true });
  const recordsFile = join(process.cwd(), workFolder, `${folder.name.replaceAll('/', '-')}.jsonl`);
  const testsHash = hashOf(globSync(folder.tests));
  const known = () => readRecords(recordsFile, testsHash);
  const wish: Wish = { ...sample, known: [...known().keys()], recordsFile, testsHash };
  process.env.MUTANT_TESTS = JSON.stringify(folder.tests);
  const options: PartialStrykerOptions & { tasukiMutants: Wish } = {
    configFile: undefined,
    mutate: [...folder.mutate, '!**/*.test.ts'],
    plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'stryker-plugins.ts')],
    testRunner: 'whole-files',
    checkers: ['asked-for'],
    ignorers: ['texts-for-people'],
    reporters: ['progress-append-only', 'recorder'],
    coverageAnalysis: 'perTest',
    vitest: { configFile: 'torture/mutants/vitest.config.ts', related: true },
    concurrency: Math.min(2, availableParallelism()),
    // A timeout on a busy machine is no find.
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    tempDirName: join(workFolder, 'copies'),
    ignorePatterns: ['/build', '/data', '/test-results', '/docs', '/bench'],
    tsconfigFile: 'none.json',
    allowConsoleColors: false,
    warnings: false,
    tasukiMutants: wish,
  };
  await new Stryker(options).runMutationTest();
  return [...known().values()].filter(({ key }) => isSampled(key, sample));
}
