import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { sampleRecord } from '#kit/db/sample-state.server.ts';
import { plainPart, type SamplePart } from './sample-parts.server.ts';

/**
 * Disables triggers for the rest of the transaction, including foreign key checks: they would look at each of a million
 * rows several times, and the rows are consistent by construction. Only the balance of the books is still checked
 * (src/kit/db/migrations/baseline/ledger.sql). The caller writes what triggers would. False where the account may not
 * (PostgreSQL requires a superuser or a grant): then all triggers run, and the same work takes longer.
 */
export async function disableTriggers(tx: Transaction): Promise<boolean> {
  if (!(await mayDisableTriggers(tx))) return false;
  await tx.execute(sql`set local session_replication_role = replica`);
  return true;
}

/** Whether the account may disable triggers. */
export async function mayDisableTriggers(db: Database | Transaction): Promise<boolean> {
  const { rows } = await db.execute<{ may: boolean }>(
    sql`select has_parameter_privilege('session_replication_role', 'SET') as may`,
  );
  return rows[0]?.may === true;
}

/** Tables that a large sample fills. */
const tables = [
  'applications',
  'application_events',
  'application_search',
  'appraisals',
  'appraisal_items',
  'donations',
  'ledger_lines',
  'owed_items',
  'donor_search',
];
/** Their unique indexes stay: the balance of the books and concurrent registrations need them. */
const uniqueTables = ['ledger_lines', 'donor_search'];

/**
 * Drops the indexes of the tables that a large sample fills, except those needed by foreign keys, the balance of the
 * books or running triggers: creating them once at the end costs a quarter. Returns their definitions, for the record
 * of the loading; none if the tables hold other boxes, which need them, or if the account may not.
 */
export async function dropIndexes(tx: Transaction): Promise<string[]> {
  const names = sql.join(tables, sql`, `);
  const unique = sql.join(uniqueTables, sql`, `);
  const { rows } = await tx.execute<{ drop: string; definition: string }>(sql`
    select case when conname is null then format('drop index %s', indexrelid::regclass)
        else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
      case when conname is null then pg_get_indexdef(indexrelid)
        else format('do $$ begin if to_regclass(%L) is null then alter table %s add constraint %I %s; end if; end $$',
          indexrelid::regclass, indrelid::regclass, conname, pg_get_constraintdef(k.oid)) end as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    left join pg_constraint k on conindid = indexrelid and contype in ('p', 'u')
    where not exists (select from applications)
    and not exists (select from pg_constraint f where f.conindid = indexrelid and contype = 'f')
    and (not indisunique
      or relname not in (${unique}) and has_parameter_privilege('session_replication_role', 'SET'))
    and relname in (${names}) and pg_has_role(relowner, 'usage')
    -- What takes longest is begun first.
    order by pg_get_indexdef(indexrelid) like '%USING gin%' desc, indexrelid`);
  for (const { drop } of rows) await tx.execute(sql.raw(drop));
  return rows.map(({ definition }) => definition);
}

/** Recreates the indexes, one per part; `boxes` is the number of boxes in the tables. */
export const indexParts = (definitions: readonly string[], boxes: number): SamplePart[] =>
  definitions.map((definition) =>
    plainPart(
      `index-${definition}`,
      '索引を用意しています',
      // The index of search pieces takes as long as several others.
      Math.ceil(boxes * (definition.includes('USING gin') ? 4 : 0.4)),
      async ({ tx }) => {
        await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
        if (!definition.includes('USING gin'))
          await tx.execute(sql`set local max_parallel_maintenance_workers = 0`);
        await tx.execute(sql.raw(asWritten(definition)));
      },
    ),
  );

/** Analyses each table for the planner: the first searches would be planned as for empty ones. */
export const statisticsParts = (boxes: number): SamplePart[] =>
  tables.map((table) =>
    plainPart(`statistics-${table}`, '統計をまとめています', Math.ceil(boxes / 10), ({ tx }) =>
      tx.execute(sql`analyze ${sql.identifier(table)}`),
    ),
  );

/** The same for all other tables. */
export async function countOtherRows(tx: Transaction): Promise<void> {
  const names = sql.join(tables, sql`, `);
  const { rows } = await tx.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace
    and relkind = 'r' and relname not in (${names})`);
  const others = rows.map(({ name }) => sql.identifier(name));
  await tx.execute(sql`analyze ${sql.join(others, sql`, `)}`);
}

/** Recreates the indexes dropped by an unfinished loading, before its rows are searched for. */
export async function recreateIndexes(db: Database): Promise<void> {
  const definitions = (await sampleRecord(db))?.unfinished?.indexes ?? [];
  for (const definition of definitions) await db.execute(sql.raw(asWritten(definition)));
}

const asWritten = (definition: string) =>
  definition.replace(/^CREATE (UNIQUE )?INDEX /, 'CREATE $1INDEX IF NOT EXISTS ');
