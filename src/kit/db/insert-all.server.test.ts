import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settings } from '#kit/settings/setting-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { testApp } from '#test/test-app.ts';
import { copyAll } from './copy-all.server.ts';
import { transaction } from './database.server.ts';
import { insertAll } from './insert-all.server.ts';

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
    '\\.',
    '\\N',
    '列\tと\r\n行',
  ),
);
const row = fc.record({
  name: odd,
  address: odd,
  locations: fc.array(odd, { maxLength: 3 }),
  foundedYear: fc.option(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 })),
  isListed: fc.boolean(),
  createdAt: fc.date({
    min: new Date('1868-01-25'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  }),
});

const writers = {
  insertAll: (rows: New[]) => insertAll(db, associates, rows),
  copyAll: (rows: New[]) => transaction(db, (_, client) => copyAll(client, associates, rows)),
};
type New = typeof associates.$inferInsert;

test.each(Object.entries(writers))(
  'what %s writes is read again, whatever stands in it',
  async (_, write) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
        await db.delete(associates);
        const given = rows.map((values, n) => ({
          ...values,
          id: `a${n}`,
          summary: '',
          classification: 'npo',
        }));
        await write(given);
        const read = await db.select().from(associates).orderBy(associates.id);
        expect(read).toEqual(given.map((values) => expect.objectContaining(values)));
        // An omitted field has the column's default.
        expect(new Set(read.map(({ isSample }) => isSample))).toEqual(
          new Set(rows.length ? [false] : []),
        );
      }),
      { numRuns: 60 },
    );
  },
);

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

test('copyAll writes objects, and nothing of rows that do not fit', async () => {
  const row = (n: number) => ({ key: `copied-${n}`, value: { n, a: ['\\"\t', null] } });
  const rows = Array.from({ length: 2_001 }, (_, n) => row(n));
  await transaction(db, (_, client) => copyAll(client, settings, rows));
  const [last] = await db.select().from(settings).where(eq(settings.key, 'copied-2000'));
  expect(last?.value).toEqual(row(2_000).value);
  const refused = transaction(db, (_, client) => copyAll(client, settings, [row(3_000), row(7)]));
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(await db.$count(settings, sql`key like 'copied-%'`)).toBe(2_001);
});
