import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import type { SamplePart } from './sample-parts.ts';
import { sampleRecord } from './sample-state.ts';

/**
 * Lets no trigger run for the rest of the transaction, checks of foreign keys among them: each row
 * of a million would be looked at some times over, though all are made to fit. Only the balance of the
 * books is checked all the same (migration 0015). Whoever asks does what triggers keep. False where the
 * account may not (PostgreSQL asks for a superuser or for a grant): then all of them run, and the same
 * work takes longer.
 */
export async function setTriggersAside(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(
    sql`select has_parameter_privilege('session_replication_role', 'SET') as may`,
  );
  if (!rows[0]?.may) return false;
  await tx.execute(sql`set local session_replication_role = replica`);
  return true;
}

/** The tables that a large sample fills. */
const tables = [
  'applications',
  'application_events',
  'application_search',
  'appraisals',
  'appraisal_items',
  'donations',
  'ledger_lines',
];

/**
 * Drops the indexes of the tables that a large sample fills, but for those that keep rows apart: made
 * once at the end they cost a quarter. Answers their definitions, for the record of the loading; none
 * where somebody else's boxes are in the tables, who needs them, or where the account may not.
 */
export async function setIndexesAside(tx: Transaction): Promise<string[]> {
  const names = sql.join(tables, sql`, `);
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where not indisunique and not exists (select from applications)
    and relname in (${names}) and pg_has_role(relowner, 'usage') order by indexrelid`);
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`));
  return rows.map(({ definition }) => definition);
}

/** What makes the indexes again, one a part; `boxes` is how many boxes are in the tables. */
export const indexParts = (definitions: readonly string[], boxes: number): SamplePart[] =>
  definitions.map((definition) => ({
    name: `index-${definition}`,
    label: '索引を用意しています',
    // The index of search pieces takes as long as some others together.
    rows: Math.ceil(boxes * (definition.includes('USING gin') ? 4 : 0.4)),
    boxes: [],
    withTriggers: true,
    async write(tx) {
      await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
      await tx.execute(sql.raw(asWritten(definition)));
      return [];
    },
  }));

/** Makes the indexes that an unfinished loading set aside, before what it wrote is looked for. */
export async function setIndexesBack(db: Database): Promise<void> {
  const definitions = (await sampleRecord(db))?.unfinished?.indexes ?? [];
  for (const definition of definitions) await db.execute(sql.raw(asWritten(definition)));
}

const asWritten = (definition: string) =>
  definition.replace('CREATE INDEX ', 'CREATE INDEX IF NOT EXISTS ');
