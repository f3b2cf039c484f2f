import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Mutant, MutantResult } from '@stryker-mutator/api/core';

/** Mutants to try: a percentage chosen by the seed, without those already known. */
export type Wish = {
  seed: number;
  percent: number;
  known: string[];
  recordsFile: string;
  testsHash: string;
};

/** Key of a mutant across runs, even in Stryker's copy of the file. */
export function keyOf({ fileName, mutatorName, location, replacement }: Mutant): string {
  const { start, end } = location;
  const place = `${start.line}:${start.column}-${end.line}:${end.column}`;
  return [basename(fileName), place, mutatorName, replacement].join(' ');
}

/** Key of a result, whose lines and columns Stryker counts from 1. */
export function keyOfResult({ location: { start, end }, ...result }: MutantResult): string {
  const fromZero = ({ line, column }: typeof start) => ({ line: line - 1, column: column - 1 });
  return keyOf({ ...result, location: { start: fromZero(start), end: fromZero(end) } });
}

/** The same sample of mutants for the same seed, whatever else has changed. */
export function isSampled(key: string, { seed, percent }: Pick<Wish, 'seed' | 'percent'>): boolean {
  const drawn = createHash('sha256').update(`${seed} ${key}`).digest().readUInt32BE(0) / 2 ** 32;
  return drawn * 100 < percent;
}
