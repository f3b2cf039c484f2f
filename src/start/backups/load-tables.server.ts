import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { migrateTo } from '#kit/db/migrate.server.ts';
import { textSettings } from './connection.server.ts';
import type { BackupTable, Manifest } from './manifest.server.ts';
import type { Report } from './progress.server.ts';
import { Meter } from './sealing.server.ts';
import { columnsText, copyOut, tablesOf } from './write-backup.server.ts';

/**
 * Replaces what is in the schema by the tables of a backup, in the client's transaction: creates them by the backup's
 * migrations, loads the rows without indexes, foreign keys and triggers, adds these again, and compares what is there
 * with the backup, row by row.
 */
export async function loadTables(
  client: pg.Client,
  manifest: Manifest,
  open: (table: BackupTable) => Promise<Readable>,
  report: Report,
): Promise<void> {
  await client.query(textSettings);
  await client.query(`set local maintenance_work_mem = '256MB'; set local lock_timeout = '10s'`);
  report({ label: '表を作っています', done: 0, total: 1 });
  await client.query(emptySchema);
  await migrateTo(client, manifest.migrations);
  await expectTables(client, manifest);
  const whole = await shapeOf(client);
  const later = await dropForLoading(client);

  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const measured = (label: string) => {
    const meter = new Meter({ countsLines: true });
    meter.on('data', (chunk: Buffer) => {
      done += chunk.length;
      report({ label, done, total });
    });
    return meter;
  };
  for (const table of manifest.tables) {
    const into = `copy ${pg.escapeIdentifier(table.name)} (${columnsText(table.columns)}) from stdin with (freeze)`;
    const meter = measured('表を読み込んでいます');
    await pipeline(await open(table), meter, client.query(copyFrom(into)));
    expectSame(
      table,
      meter,
      'の内容が、バックアップの記録と違います',
      'is not what the manifest says',
    );
  }
  for (const [index, statement] of later.entries()) {
    report({ label: '索引と制約を作っています', done: index, total: later.length });
    await client.query(statement);
  }
  if ((await shapeOf(client)) !== whole) throw new Error('the schema differs after the load');
  for (const { name, last, isCalled } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [
      pg.escapeIdentifier(name),
      last,
      isCalled,
    ]);
  }
  done = 0;
  for (const table of manifest.tables) {
    const meter = measured('読み込んだ内容を確かめています');
    const content = client.query(copyTo(copyOut(table.name, table.columns)));
    await pipeline(content, meter, async (chunks) => {
      for await (const _chunk of chunks);
    });
    expectSame(
      table,
      meter,
      'が、バックアップと同じになりません',
      'differs from the backup after the load',
    );
  }
  await client.query('analyze');
}

function expectSame({ name, rows, sha256 }: BackupTable, meter: Meter, ja: string, en: string) {
  if (meter.lines === rows && meter.digest() === sha256) return;
  throw new Error(`表 ${name} ${ja}。 / The table ${name} ${en}.`);
}

/** Removes all of the product's objects, so that migrations start from nothing; extensions stay. */
const emptySchema = `
  do $$
  declare statement text;
  begin
    -- All of them first, since a dropped object has no name any more.
    foreach statement in array array(
      select format('drop table if exists %s cascade', c.oid::regclass) from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      union all
      select format('drop view if exists %s cascade', c.oid::regclass) from pg_class c
      where relnamespace = current_schema()::regnamespace and relkind = 'v'
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      union all
      select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where pronamespace = current_schema()::regnamespace
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union all
      select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
      where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd')
        and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
    ) loop
      execute statement;
    end loop;
    drop schema if exists drizzle cascade;
  end $$`;

async function expectTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const textOf = (tables: readonly { name: string; columns: readonly string[] }[]) =>
    tables
      .map(({ name, columns }) => `${name}(${columns.toSorted().join()})`)
      .toSorted()
      .join('\n');
  if (textOf(await tablesOf(client)) === textOf(manifest.tables)) return;
  throw new Error(
    'バックアップの表が、その版の表と一致しません。 / The tables of the backup are not those of its migrations.',
  );
}

/** Definitions of indexes, constraints and triggers, as text. */
async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(`
    select string_agg(line, e'\\n' order by line collate "C") as shape from (
      select pg_get_indexdef(indexrelid) as line from pg_index join pg_class c on c.oid = indrelid
      where relnamespace = current_schema()::regnamespace
      union all
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text
      from pg_constraint where connamespace = current_schema()::regnamespace
      union all
      select tgenabled::text || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal
    ) as lines`);
  return rows[0]?.shape ?? '';
}

/**
 * Empties all tables and drops what slows a load down or refuses rows: foreign keys, indexes without a constraint,
 * triggers. Returns the statements that add them again.
 */
async function dropForLoading(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add,
      2 as step
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
    from pg_index join pg_class c on c.oid = indrelid
    where relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
      format('alter table %s enable %s trigger %I', tgrelid::regclass,
        case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname), 3
    from pg_trigger join pg_class c on c.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled <> 'D'
    order by step, add`);
  // Foreign keys go before the unique indexes that they need.
  for (const { drop } of rows.toReversed()) await client.query(drop);
  const tables = await tablesOf(client);
  await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
  return rows.map(({ add }) => add);
}
