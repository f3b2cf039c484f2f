import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { appendEntries, countEntries, readEntries } from './public-entries.server.ts';

const { db, clock } = await testApp();
const append = (yen: number) =>
  db.transaction((tx) =>
    appendEntries(tx, [{ kind: 'figures', body: { yen, gifts: 5 } }], clock.now),
  );

test('entries of several writers follow each other without a gap, each with one line for its facts', async () => {
  clock.now = new Date('2026-11-28T00:00:00+09:00');
  await Promise.all([1, 2, 3, 4].map(append));
  expect(await countEntries(db)).toBe(4);
  const entries = await readEntries(db, 1, 2);
  expect(entries.map(({ position, day }) => ({ position, day }))).toEqual([
    { position: 1, day: '2026-11-28' },
    { position: 2, day: '2026-11-28' },
  ]);
  for (const { line } of entries) {
    expect(line).toMatch(/^\{"day":"2026-11-28","gifts":5,"kind":"figures","yen":[1-4]\}$/);
  }
});

test('an entry is neither changed nor removed', async () => {
  await append(5);
  for (const change of ['update public_entries set line = line', 'delete from public_entries']) {
    await expect(db.execute(sql.raw(change))).rejects.toThrow();
  }
});
