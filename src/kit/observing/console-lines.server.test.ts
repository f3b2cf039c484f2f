import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { logConsoleAsLines } from './console-lines.server.ts';

let written = '';
beforeEach(() => {
  const { info, warn, error } = console;
  onTestFinished(() => void Object.assign(console, { info, warn, error }));
  written = '';
  logConsoleAsLines((line) => {
    written += line;
  });
});
const lines = () =>
  written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('each line says when, how bad and what', () => {
  const before = Date.now();
  console.info('over after', 3, 's');
  console.warn('mail given up:', '<1@tasuki.example>', 550);
  console.error('a page failed:', '/search', { type: 'TypeError' });
  const from = { pid: process.pid, hostname: expect.any(String), time: expect.any(Number) };
  expect(lines()).toEqual([
    { ...from, level: 30, msg: 'over after 3 s' },
    { ...from, level: 40, msg: 'mail given up: <1@tasuki.example> 550' },
    { ...from, level: 50, msg: "a page failed: /search { type: 'TypeError' }" },
  ]);
  expect(lines()[0].time).toBeGreaterThanOrEqual(before);
});

test('a text with line ends stays one line', () => {
  console.warn('the store says: gone\n{"level":30,"msg":"all is well"}\r\n');
  expect(lines()).toHaveLength(1);
});

test('an object is its fields, and cannot give itself another level', () => {
  console.warn({ security: 'sign-in', outcome: 'failed', level: 10 });
  expect(lines()).toMatchObject([{ security: 'sign-in', outcome: 'failed', level: 40 }]);
});
