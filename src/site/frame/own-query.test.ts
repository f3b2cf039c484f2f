import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

// Undeclared parameters are dropped before the loader runs (src/kit/http/pages/own-query.server.ts).

test('every page whose loader reads a query declares what it reads', async () => {
  const undeclared: string[] = [];
  let reading = 0;
  for await (const file of glob('src/**/*-page.tsx')) {
    const text = await readFile(file, 'utf8');
    const reads = /new URL\(request\.url\)(?:\.searchParams|\))/.test(text);
    if (!reads) continue;
    reading += 1;
    if (!/handle = \{[^;]*\bquery: /s.test(text)) undeclared.push(file);
  }
  expect(undeclared).toEqual([]);
  expect(reading).toBeGreaterThanOrEqual(8);
});
