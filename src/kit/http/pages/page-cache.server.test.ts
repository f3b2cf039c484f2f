import { describe, expect, test } from 'vitest';
import { noteValue, type ReadValue, readingRecord } from '#kit/topics/reads.server.ts';
import { type Topic, topicNames } from '#kit/topics/table-topics.server.ts';
import type { Page } from './page.server.ts';
import { type Change, pageCache } from './page-cache.server.ts';

/** Cache size of a page with this text. */
const pageBytes = 1_003;
const page = (text: string, status = 200): Page => ({
  status,
  headers: {},
  etag: text,
  body: Buffer.from(text.slice(0, 2)),
  packed: new Map(),
});

/** A render that the test completes itself. */
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

const everything: Change = { topics: new Set(topicNames), records: new Map() };
const changeOf = (topic: Topic, ...keys: string[]): Change => ({
  topics: new Set([topic]),
  records: new Map(keys.length > 0 ? [[topic, keys]] : []),
});
/** No deadline. */
const unhurried = Number.POSITIVE_INFINITY;

/** Renders that count their calls, and read the given values. */
function counted(text: string, read: () => Promise<void> = async () => undefined) {
  let times = 0;
  return async () => {
    times += 1;
    await read();
    return page(`${text} ${times}`);
  };
}
const ofAssociate = (id: string) => () => readingRecord(['associates'], id, async () => undefined);

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
    cache.note(everything);
    const fresh = cache.find('/', async () => page('new'));
    old.finish(page('old'));
    expect((await first).etag).toBe('old');
    expect((await fresh).etag).toBe('new');
    expect(cache.get('/')?.etag).toBe('new');
  });

  test('stores one whose render began before a change of something else', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    const pending = pendingRender();
    const asked = cache.find('/associate/a', async () => {
      await ofAssociate('a')();
      return pending.render();
    });
    cache.note(changeOf('associates', 'b'));
    pending.finish(page('of a'));
    await asked;
    expect(cache.get('/associate/a')?.etag).toBe('of a');
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
    const cache = pageCache({ maxBytes: 3.5 * pageBytes });
    for (const key of ['/a', '/b', '/c']) await cache.find(key, async () => page(key));
    cache.get('/a');
    await cache.find('/d', async () => page('/d'));
    expect(cache.get('/b')).toBeUndefined();
    expect(cache.get('/a')?.etag).toBe('/a');
    expect(cache.size.bytes).toBeLessThanOrEqual(3.5 * pageBytes);
  });

  test('keeps what is asked for again, however many other pages are asked for once', async () => {
    const cache = pageCache({ maxBytes: 16 * pageBytes });
    const regular = Array.from({ length: 10 }, (_, index) => `/associate/${index}`);
    for (const key of regular) await cache.find(key, async () => page(key));
    for (const key of regular) cache.get(key);
    for (let n = 0; n < 1_000; n++) {
      await cache.find(`/search?keyword=${n}`, async () => page('found'));
    }
    expect(regular.filter((key) => cache.get(key) === undefined)).toEqual([]);
    expect(cache.size.bytes).toBeLessThanOrEqual(16 * pageBytes);
  });
});

describe('a change', () => {
  test('takes the pages that read what changed, and no others', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    const pages = {
      '/associate/a': counted('of a', ofAssociate('a')),
      '/associate/b': counted('of b', ofAssociate('b')),
      '/faq': counted('questions'),
    };
    for (const [key, render] of Object.entries(pages)) await cache.find(key, render);
    await cache.renew(changeOf('associates', 'a'), unhurried);
    expect(Object.keys(pages).map((key) => cache.get(key)?.etag)).toEqual([
      undefined,
      'of b 1',
      'questions 1',
    ]);
    // A change without record keys touches all records.
    await cache.renew(changeOf('associates'), unhurried);
    expect(cache.get('/associate/b')?.etag).toBe('of b 2');
    expect(cache.get('/faq')?.etag).toBe('questions 1');
    await cache.renew(everything, unhurried);
    expect(cache.get('/faq')?.etag).toBe('questions 2');
  });

  test('of a value leaves the pages where the value is the same as before', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    let revision = 0;
    const value: ReadValue = { madeOf: ['content'], revision: async () => revision };
    const render = counted('menu', async () => noteValue(value, revision));
    await cache.find('/', render);
    await cache.renew(changeOf('content'), unhurried);
    expect(cache.get('/')?.etag).toBe('menu 1');
    revision += 1;
    await cache.renew(changeOf('associates', 'a'), unhurried);
    expect(cache.get('/')?.etag).toBe('menu 1');
    await cache.renew(changeOf('content'), unhurried);
    expect(cache.get('/')?.etag).toBe('menu 2');
  });

  test('leaves the old page to its readers until the new one is made, and then none of the old ones', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    let waits: Promise<unknown> = Promise.resolve();
    for (const key of ['/associate/a', '/associate/a/vision']) {
      await cache.find(
        key,
        counted(key, async () => {
          await ofAssociate('a')();
          await waits;
        }),
      );
      cache.get(key);
    }
    const pending = pendingRender();
    waits = pending.render();
    const renewed = cache.renew(changeOf('associates', 'a'), unhurried);
    const shown = () => ['/associate/a', '/associate/a/vision'].map((key) => cache.get(key)?.etag);
    await new Promise(setImmediate);
    expect(shown()).toEqual(['/associate/a 1', '/associate/a/vision 1']);
    pending.finish(page(''));
    await renewed;
    expect(shown()).toEqual(['/associate/a 2', '/associate/a/vision 2']);
  });

  test('makes no page anew that nobody asked for again, nor more than time allows', async () => {
    const cache = pageCache({ maxBytes: 100_000 });
    await cache.find('/associate/a', counted('of a', ofAssociate('a')));
    await cache.renew(changeOf('associates', 'a'), unhurried);
    expect(cache.size.pages).toBe(0);
    await cache.find('/associate/a', counted('of a', ofAssociate('a')));
    cache.get('/associate/a');
    await cache.renew(changeOf('associates', 'a'), Number.NEGATIVE_INFINITY);
    expect(cache.size.pages).toBe(0);
  });
});
