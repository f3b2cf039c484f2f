import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * A client's record of what was acknowledged to it, on the disk before the next submit: the reference
 * after every crash. Each line is a key and the number that it was given.
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
    /** The number of each acknowledged key, as the disk has it. */
    read(): Map<string, string> {
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      return new Map(lines.map((line) => line.split(' ') as [string, string]));
    },
    close: () => closeSync(descriptor),
  };
}
