import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';

/** Each row of every table as text, with the table's name: to see that something changed nothing. */
export async function wholeDatabase(db: Database): Promise<{ table: string; text: string }[]> {
  const tables = await db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found = [];
  for (const { name } of tables.rows as { name: string }[]) {
    const rows = await db.execute(sql.raw(`select t::text as text from "${name}" t order by 1`));
    for (const row of rows.rows as { text: string }[]) found.push({ table: name, text: row.text });
  }
  return found;
}
