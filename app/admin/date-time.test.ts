import { expect, test } from 'vitest';
import { formatDateTime } from './date-time.ts';

test('a moment is shown to the minute', () => {
  expect(formatDateTime('20261120100559123')).toBe('2026/11/20 10:05');
});
