import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuse } from '#kit/errors/refusal.ts';
import { endOutage, forgetOutages, logFailure } from './outages.server.ts';

let lines: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  lines = [];
  forgetOutages();
  for (const level of ['info', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((line) => void lines.push(line));
  }
});
afterEach(() => {
  // Ends outages begun by a test before the next one.
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const query = (cause: Error) => new Error(`Failed query: select ${'x'.repeat(1000)}`, { cause });
const unreachable = () =>
  query(Object.assign(new Error('connect ECONNREFUSED ::1'), { code: 'ECONNREFUSED' }));

test('an outage is logged when it begins and after a minute without failures', () => {
  for (let second = 0; second < 90; second++) {
    logFailure('a request', unreachable());
    logFailure('sweeping', query(new Error('Connection terminated unexpectedly')));
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual(['the database is not available (a request): connect ECONNREFUSED ::1']);
  vi.advanceTimersByTime(58_000);
  expect(lines).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(lines.slice(1)).toEqual(['over after 89 s, met 180 times: the database is not available']);
});

test('an outage whose end is seen is over at once', () => {
  logFailure('a request', unreachable());
  vi.advanceTimersByTime(31_000);
  endOutage('the database is not available');
  endOutage('the database is not available');
  expect(lines.slice(1)).toEqual(['over after 31 s, met 1 times: the database is not available']);
});

test('after forgetting an outage the next one is logged, and the end of the first never is', () => {
  logFailure('a request', unreachable());
  forgetOutages();
  vi.advanceTimersByTime(60_000);
  logFailure('a request', unreachable());
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(lines[0]);
});

test('outages of different kinds, refusals and failed jobs are logged apart, each in one line', () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const late = refuse('ServiceUnavailable', 'Service Unavailable', {
    because: 'too many requests',
  });
  for (const error of [full, late, new Error('a defect\nin two lines')]) {
    logFailure('a job', error);
    logFailure('a job', error);
  }
  expect(lines).toEqual([
    'the disk is full (a job): no space left',
    'a job: too many requests',
    'a job: a defect',
  ]);
});
