import { expect, test } from 'vitest';
import type { Topic } from '#kit/topics/table-topics.server.ts';
import type { Change } from './page-cache.server.ts';
import { pageRenewal } from './page-renewal.server.ts';

/** A cache that records its calls. */
function watchedCache() {
  const noted: Change[] = [];
  const renewed: { change: Change; at: number }[] = [];
  const changed = pageRenewal({
    note: (change) => void noted.push(change),
    renew: async (change) => void renewed.push({ change, at: performance.now() }),
  });
  const change = (topic: Topic, ...keys: string[]) =>
    changed(new Set([topic]), new Map(keys.length > 0 ? [[topic, keys]] : []));
  return { noted, renewed, change };
}

test('a single change is on the pages at once, those that follow together a fifth of a second later', async () => {
  const { noted, renewed, change } = watchedCache();
  await change('associates', 'a');
  const rest = Array.from({ length: 100 }, (_, index) => change('associates', `${index}`));
  expect([noted.length, renewed.length]).toEqual([101, 1]);
  await Promise.all([...rest, change('pledges')]);
  const [first, second, ...more] = renewed;
  expect(more).toEqual([]);
  expect(first?.change).toEqual({
    topics: new Set(['associates']),
    records: new Map([['associates', ['a']]]),
  });
  expect([...(second?.change.topics ?? [])]).toEqual(['associates', 'pledges']);
  expect(second?.change.records.get('associates')).toHaveLength(100);
  expect(second?.change.records.has('pledges')).toBe(false);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(150);
});

test('of changes whose records are known in part, any record may have changed', async () => {
  const { renewed, change } = watchedCache();
  await Promise.all([change('sums', 'a'), change('sums')]);
  expect(renewed.map(({ change: { records } }) => records.size)).toEqual([0]);
});
