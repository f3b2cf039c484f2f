import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';

const stretches = 40;

/**
 * Writes the search rows that are missing, as the trigger applications_search_added would have, and
 * builds the indexes at the end where nobody else's rows are in them. Other writers of applications
 * wait meanwhile.
 */
export async function writeSearchRows(
  tx: Transaction,
  onWritten: (count: number) => void,
): Promise<void> {
  const { rows: missing } = await tx.execute(sql`
    select from applications a
    where not exists (select from application_search s where s.appraisal_id = a.appraisal_id) limit 1`);
  if (missing.length === 0) return;
  await tx.execute(sql`set local work_mem = '128MB'`);
  await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
  await tx.execute(sql`analyze applications, associates`);
  const rebuild = await setIndexesAside(tx);
  const { rows: ends } = await tx.execute<{ at: string }>(sql`
    select unnest(percentile_disc(
      array(select n / ${stretches}::float8 from generate_series(1, ${stretches}::int) n)
    ) within group (order by created_at))::text as at from applications`);
  let from = '-infinity';
  for (const { at: to } of ends) {
    const { rowCount } = (await tx.execute(sql`
      insert into application_search (appraisal_id, created_at, folded)
      select a.appraisal_id, a.created_at, application_text(a.appraisal_id, a.last_name, a.first_name,
        a.last_name_kana, a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2,
        a.building, coalesce(o.name, c.fund_name))
      from applications a left join associates o on o.id = a.associate_id
      left join social_challenges c on c.id = a.social_challenge_id
      where a.created_at > ${from}::timestamptz and a.created_at <= ${to}::timestamptz
      and not exists (select from application_search s where s.appraisal_id = a.appraisal_id)
      order by a.created_at`)) as { rowCount: number | null };
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
