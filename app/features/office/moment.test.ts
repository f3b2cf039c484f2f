import { expect, test } from 'vitest';
import { formatMoment } from './moment.ts';

test('a moment is shown to the minute', () => {
  expect(formatMoment('20261120100559123')).toBe('2026/11/20 10:05');
});
