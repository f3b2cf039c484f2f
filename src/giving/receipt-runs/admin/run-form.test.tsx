import { afterEach, expect, test, vi } from 'vitest';
import { linesOf } from '#test/rendered.ts';
import { RunForm } from './run-form.tsx';

afterEach(() => vi.useRealTimers());

test.each([
  ['2026-12-31T23:30:00+09:00', '2025年'],
  ['2027-01-01T00:30:00+09:00', '2026年'],
])('at %s the last year that is over is %s', (now, last) => {
  vi.useFakeTimers({ now: new Date(now) });
  const lines = linesOf(<RunForm />);
  expect(lines.find((line) => /^\d{4}年$/.test(line))).toBe(last);
});
