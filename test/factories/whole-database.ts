import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';

/** Every row of every table as text, to check that something changed nothing. */
export async function wholeDatabase(db: Database): Promise<{ table: string; text: string }[]> {
  const tables = await db.execute<{ all: string }>(sql`
    select string_agg(format('select %L as "table", t::text as text from %I t', table_name, table_name), ' union all ') as all
    from information_schema.tables where table_schema = 'public'`);
  // One statement for all tables: a hundred small ones take many times as long.
  const { rows } = await db.execute<{ table: string; text: string }>(
    sql.raw(`${tables.rows[0]?.all} order by 1, 2`),
  );
  return rows;
}
