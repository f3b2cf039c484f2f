import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';

const { db } = await testApp();

/** Bits of pg_trigger.tgtype: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_trigger.h. */
const [before, onDelete, onTruncate] = [2, 8, 32];

test('a table of which no row is deleted is not emptied either', async () => {
  const guardedBy = async (what: number) => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select distinct tgrelid::regclass::text as name from pg_trigger
      where not tgisinternal and tgtype & ${before | what} = ${before | what} order by 1`);
    return rows.map(({ name }) => name);
  };
  const kept = await guardedBy(onDelete);
  expect(kept).toEqual(expect.arrayContaining(['audit_log', 'ledger_lines', 'posting_notes']));
  expect(await guardedBy(onTruncate)).toEqual(kept);
});

test('the books refuse to be emptied, by themselves or with what they refer to', async () => {
  for (const tables of ['ledger_lines', 'donations']) {
    const emptying = db.execute(sql`truncate ${sql.identifier(tables)} cascade`);
    await expect(emptying).rejects.toMatchObject({
      cause: { message: 'ledger_lines is append-only' },
    });
  }
});
