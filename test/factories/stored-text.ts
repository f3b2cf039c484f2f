import pg from 'pg';

/** Tables of a database that contain `text` anywhere, names of JSON fields included. */
export async function tablesWith(databaseUrl: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const hit = await client.query(
        `select 1 from ${name} t where position($1 in t::text) > 0 limit 1`,
        [text],
      );
      if (hit.rowCount) found.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
