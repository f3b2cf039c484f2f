import { expect, test } from 'vitest';
import { fileNameOf, readWhole } from './save-file.ts';

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

test('a response is read whole, with its progress', async () => {
  const told: number[] = [];
  const blob = await readWhole(new Response('1234'), (bytes) => told.push(bytes));
  expect([await blob.text(), told]).toEqual(['1234', [4]]);
});

test('a broken response gives no file', async () => {
  const breaks = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (!isBegun) controller.enqueue(new Uint8Array(4));
      else controller.error(new TypeError('network error'));
      isBegun = true;
    },
  });
  let isBegun = false;
  await expect(readWhole(new Response(breaks), () => undefined)).rejects.toThrow('network error');
});
