import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { compressedAs } from './packed.server.ts';
import type { Page } from './page.server.ts';

afterEach(() => void vi.useRealTimers());

const lines = Array.from({ length: 2_000 }, (_, n) => `<li>団体${(n * n) % 977}へのご寄付</li>`);
const pageOf = (): Page => ({
  status: 200,
  headers: {},
  etag: '',
  body: Buffer.from(lines.join('')),
  packed: new Map(),
});

test.each([
  { encoding: 'br', read: brotliDecompressSync },
  { encoding: 'gzip', read: gunzipSync },
] as const)(
  'a page is compressed quickly, and well once it has stayed ($encoding)',
  async ({ encoding, read }) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const page = pageOf();
    const first = await compressedAs(page, encoding);
    expect(await compressedAs(page, encoding)).toBe(first);
    const known = page.packed.get(encoding);
    vi.advanceTimersByTime(999);
    await compressedAs(page, encoding);
    expect(known?.improvesAt).toBeLessThan(Number.POSITIVE_INFINITY);
    vi.advanceTimersByTime(1);
    // Improved in the background.
    expect(await compressedAs(page, encoding)).toBe(first);
    await vi.waitUntil(() => page.packed.get(encoding) !== known);
    const better = await compressedAs(page, encoding);
    expect(better.length).toBeLessThan(first.length);
    for (const body of [first, better]) expect(read(body).equals(page.body)).toBe(true);
  },
);
