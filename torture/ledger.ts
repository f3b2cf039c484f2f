import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * A client's record of acknowledgements, flushed to disk before the next submission: the reference
 * after every crash. Each line has a key and its number.
 */
export function openLedger(file: string) {
  const descriptor = openSync(file, 'a');
  let count = 0;
  return {
    acknowledge(key: string, appraisalId: string) {
      writeSync(descriptor, `${key} ${appraisalId}\n`);
      fdatasyncSync(descriptor);
      count += 1;
    },
    count: () => count,
    /** Acknowledged keys with their numbers, read from disk. */
    read(): Map<string, string> {
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      return new Map(lines.map((line) => line.split(' ') as [string, string]));
    },
    close: () => closeSync(descriptor),
  };
}
