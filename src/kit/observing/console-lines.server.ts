import { hostname } from 'node:os';
import { format } from 'node:util';

const levels = { info: 30, warn: 40, error: 50 } as const;

const isFields = (word: unknown): word is Record<string, unknown> =>
  typeof word === 'object' && word !== null && Object.getPrototypeOf(word) === Object.prototype;

/**
 * Makes console.info, console.warn and console.error write one JSON line each, in the format of the server's log,
 * with time and level. No text can forge another line. A lone plain object becomes fields.
 */
export function logConsoleAsLines(write = (line: string) => void process.stderr.write(line)): void {
  const from = { pid: process.pid, hostname: hostname() };
  for (const method of ['info', 'warn', 'error'] as const) {
    console[method] = (...words: unknown[]) => {
      const [first] = words;
      const logFields = words.length === 1 && isFields(first) ? first : { msg: format(...words) };
      const line = { ...logFields, level: levels[method], time: Date.now(), ...from };
      write(`${JSON.stringify(line)}\n`);
    };
  }
}
