import { describe, expect, test } from 'vitest';
import { type Page, pageCache } from './page-cache.ts';

const page = (text: string, status = 200): Page => ({
  status,
  headers: {},
  etag: text,
  body: Buffer.from(text),
  brotli: undefined,
  gzip: undefined,
});

/** A render that the test finishes itself. */
function pendingRender() {
  let finish: (page: Page) => void = () => undefined;
  let calls = 0;
  const rendered = new Promise<Page>((resolve) => {
    finish = resolve;
  });
  return {
    finish: (result: Page) => finish(result),
    calls: () => calls,
    render: () => {
      calls += 1;
      return rendered;
    },
  };
}

describe('the cache of pages', () => {
  test('renders a page once for those who ask at the same time and for those who ask later', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    const pending = pendingRender();
    const asked = [1, 2, 3].map(() => cache.find('/', pending.render));
    pending.finish(page('top'));
    expect((await Promise.all(asked)).map(({ etag }) => etag)).toEqual(['top', 'top', 'top']);
    await cache.find('/', pending.render);
    expect(pending.calls()).toBe(1);
  });

  test('does not store a page whose render began before the data changed', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    const old = pendingRender();
    const first = cache.find('/', old.render);
    cache.drop();
    const fresh = cache.find('/', async () => page('new'));
    old.finish(page('old'));
    expect((await first).etag).toBe('old');
    expect((await fresh).etag).toBe('new');
    expect(cache.get('/')?.etag).toBe('new');
  });

  test('stores no error', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    await cache.find('/gone', async () => page('gone', 404));
    expect(cache.get('/gone')).toBeUndefined();
  });

  test('stores no page that says no-store', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    const asked = { ...page('asked'), headers: { 'cache-control': 'no-store' } };
    expect(await cache.find('/tax-deduction?income=1', async () => asked)).toBe(asked);
    expect(cache.get('/tax-deduction?income=1')).toBeUndefined();
  });

  test('tries again after a render that failed', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    await expect(cache.find('/', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await cache.find('/', async () => page('top'))).etag).toBe('top');
  });

  test('stays within its bytes by evicting the least recently used page', async () => {
    const cache = pageCache({ maxBytes: 3_500 });
    for (const key of ['/a', '/b', '/c']) await cache.find(key, async () => page(key));
    cache.get('/a');
    await cache.find('/d', async () => page('/d'));
    expect(cache.get('/b')).toBeUndefined();
    expect(cache.get('/a')?.etag).toBe('/a');
    expect(cache.size.bytes).toBeLessThanOrEqual(3_500);
  });
});
