import { hostname } from 'node:os';
import { format } from 'node:util';

const levels = { info: 30, warn: 40, error: 50 } as const;

const isFields = (word: unknown): word is Record<string, unknown> =>
  typeof word === 'object' && word !== null && Object.getPrototypeOf(word) === Object.prototype;

/**
 * From now on each console.info, console.warn and console.error is one line of JSON in the form of the server's log:
 * with its time and level, and no text in it can forge another line. A plain object alone becomes its fields.
 */
export function logConsoleAsLines(write = (line: string) => void process.stderr.write(line)): void {
  const from = { pid: process.pid, hostname: hostname() };
  for (const method of ['info', 'warn', 'error'] as const) {
    console[method] = (...words: unknown[]) => {
      const [first] = words;
      const said = words.length === 1 && isFields(first) ? first : { msg: format(...words) };
      const line = { ...said, level: levels[method], time: Date.now(), ...from };
      write(`${JSON.stringify(line)}\n`);
    };
  }
}
