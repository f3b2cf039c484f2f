import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';

const stretches = 40;

/**
 * Writes the search rows that are missing, as the trigger applications_search would have: by the
 * same functions, but once for each person instead of for each box, and with the index of pieces
 * built at the end where nobody else's rows are in it. Other writers of applications wait meanwhile.
 */
export async function writeSearchRows(
  tx: Transaction,
  onWritten: (count: number) => void,
): Promise<void> {
  await tx.execute(sql`set local work_mem = '128MB'`);
  await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
  // How a person is found is the same for all their boxes, but for the number.
  await tx.execute(sql`
    create temporary table people_pieces on commit drop as
    select *, text_grams('|' || folded) as grams from (
      select *, concat_ws('|', fold_search(last_name || first_name),
        fold_search(last_name_kana || first_name_kana), fold_search(tel), fold_search(email)) as folded
      from (
        select last_name, first_name, last_name_kana, first_name_kana, tel, email
        from applications a
        where not exists (select from application_search s where s.appraisal_id = a.appraisal_id)
        group by 1, 2, 3, 4, 5, 6
      ) people offset 0
    ) folded_people`);
  await tx.execute(sql`create index on people_pieces (email)`);
  await tx.execute(sql`analyze people_pieces, applications`);
  const rebuild = await setIndexesAside(tx);
  const { rows: ends } = await tx.execute<{ at: string }>(sql`
    select unnest(percentile_disc(
      array(select n / ${stretches}::float8 from generate_series(1, ${stretches}::int) n)
    ) within group (order by created_at))::text as at from applications`);
  let from = '-infinity';
  for (const { at: to } of ends) {
    const { rowCount } = (await tx.execute(sql`
      insert into application_search (appraisal_id, folded, grams)
      select n.appraisal_id, n.folded || '|' || p.folded,
        -- A piece of both stands there twice; the index has it once.
        p.grams || text_grams(n.folded || '|')
      from (
        select *, fold_search(appraisal_id) as folded from applications a
        where a.created_at > ${from}::timestamptz and a.created_at <= ${to}::timestamptz
        and not exists (select from application_search s where s.appraisal_id = a.appraisal_id)
        offset 0
      ) n join people_pieces p using
        (last_name, first_name, last_name_kana, first_name_kana, tel, email)`)) as {
      rowCount: number | null;
    };
    onWritten(rowCount ?? 0);
    from = to;
  }
  await rebuild();
}

/** Drops the table's indexes but its key while it is empty; the answer makes them again. */
async function setIndexesAside(tx: Transaction): Promise<() => Promise<void>> {
  const { rows } = await tx.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'application_search'::regclass and not indisprimary
    and not exists (select from application_search)`);
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`));
  return async () => {
    for (const { definition } of rows) await tx.execute(sql.raw(definition));
  };
}
