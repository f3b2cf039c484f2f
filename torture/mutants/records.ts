import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { MutantResult } from '@stryker-mutator/api/core';

/** Result of one mutant, one JSON line each: an interrupted run continues from there. */
export type MutantRecord = {
  key: string;
  file: string;
  line: number;
  becomes: string;
  /** It is not tried again while its file is unchanged and, if it survived, the tests are. */
  fileHash: string;
  testsHash: string;
  status: MutantResult['status'];
};

export function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(readFileSync(file));
  return hash.digest('base64url').slice(0, 16);
}

/** Found by a failing test, an endless run, or a module that no longer loads. */
export const isFound = ({ status }: Pick<MutantRecord, 'status'>) =>
  status === 'Killed' || status === 'Timeout' || status === 'RuntimeError';

/** The latest valid result of each mutant. */
export function readRecords(recordsFile: string, testsHash: string): Map<string, MutantRecord> {
  const records = new Map<string, MutantRecord>();
  if (!existsSync(recordsFile)) return records;
  const hashes = new Map<string, string>();
  const hashNow = (file: string) => {
    const hash = hashes.get(file) ?? (existsSync(file) ? hashOf([file]) : 'gone');
    hashes.set(file, hash);
    return hash;
  };
  for (const line of readFileSync(recordsFile, 'utf8').split('\n')) {
    if (!line.endsWith('}')) continue;
    const record: MutantRecord = JSON.parse(line);
    if (record.fileHash !== hashNow(record.file)) continue;
    if (isFound(record) || record.testsHash === testsHash) records.set(record.key, record);
    else records.delete(record.key);
  }
  return records;
}
