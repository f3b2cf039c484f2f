import { expect, test } from 'vitest';
import { fileNameOf } from './save-file.ts';

test('a file is called as the server proposes', () => {
  const headers = { 'content-disposition': 'attachment; filename="free-2026-11-20-1.csv"' };
  expect(fileNameOf(new Response('', { headers }), 'x.csv')).toBe('free-2026-11-20-1.csv');
  expect(fileNameOf(new Response(''), 'x.csv')).toBe('x.csv');
});

test('its Japanese name comes before the plain one', () => {
  const headers = {
    'content-disposition': `attachment; filename="a.csv"; filename*=UTF-8''${encodeURIComponent('寄付の履歴（2026年）.csv')}`,
  };
  expect(fileNameOf(new Response('', { headers }), 'x.csv')).toBe('寄付の履歴（2026年）.csv');
});
