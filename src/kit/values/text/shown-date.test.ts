import { expect, test } from 'vitest';
import { formatDate } from '#kit/values/timestamp.ts';
import { shownDate } from './shown-date.ts';

test('a date is shown as the one that is checked first', () => {
  for (const date of ['20261120235959999', '20170101000000000', '2026-11-08', '2024-02-29']) {
    expect(shownDate(date)).toBe(formatDate(date));
  }
});
