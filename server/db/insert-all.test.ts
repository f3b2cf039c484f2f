import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { insertAll } from './insert-all.ts';
import { associates } from './schema/associates.ts';
import { settings } from './schema/settings.ts';

const { db } = await testApp();

const odd = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '',
    'NULL',
    '"',
    '\\',
    '{}',
    '{a,b}',
    "'); --",
    ' 前後 ',
    '改\n行',
    '𠮷野家',
    '\\"',
  ),
);
const row = fc.record({
  name: odd,
  address: odd,
  locations: fc.array(odd, { maxLength: 3 }),
  foundedYear: fc.option(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 })),
  isListed: fc.boolean(),
  createdAt: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
});

test('what is written is read again, whatever stands in it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      await db.delete(associates);
      const given = rows.map((values, n) => ({
        ...values,
        id: `a${n}`,
        summary: '',
        classification: 'npo',
      }));
      await insertAll(db, associates, given);
      const read = await db.select().from(associates).orderBy(associates.id);
      expect(read).toEqual(given.map((values) => expect.objectContaining(values)));
      // A field that is left out has the column's default.
      expect(new Set(read.map(({ isSample }) => isSample))).toEqual(
        new Set(rows.length ? [false] : []),
      );
    }),
    { numRuns: 60 },
  );
});

test('more rows than a statement takes, and values that are objects', async () => {
  const rows = Array.from({ length: 2_001 }, (_, n) => ({
    key: `test-${n}`,
    value: { n, a: ['"', null] },
  }));
  await insertAll(db, settings, rows);
  await insertAll(
    db,
    settings,
    [{ key: 'test-7', value: 'another' }],
    sql`on conflict (key) do nothing`,
  );
  expect(await db.$count(settings, sql`key like 'test-%'`)).toBe(2_001);
  const [seventh] = await db.select().from(settings).where(eq(settings.key, 'test-7'));
  expect(seventh?.value).toEqual({ n: 7, a: ['"', null] });
});
