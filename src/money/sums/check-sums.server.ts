import { sql } from 'drizzle-orm';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';

/** A stored sum that differs from its rows. */
export type Difference = { name: string; key: string; kept: string; counted: string };

/** Monthly sums of gifts have tables of their own. */
const monthTables = [
  { table: 'associate_months', owner: 'associate_id' },
  { table: 'challenge_months', owner: 'social_challenge_id' },
] as const;

/** Compares all stored sums with their rows, in one snapshot. */
export async function differences(db: Database | Transaction): Promise<Difference[]> {
  const found = await db.execute<Difference>(sql`${wrongSums} ${toldSums}`);
  const all = [...found.rows];
  for (const { table, owner } of monthTables) {
    const months = await db.execute<Difference>(
      sql`${wrongMonths(table, owner)} ${toldMonths(table)}`,
    );
    all.push(...months.rows);
  }
  return all;
}

/** Corrects all stored sums; returns what was wrong. */
export const repairSums = (db: Database): Promise<Difference[]> =>
  transaction(db, (tx) => repairSumsIn(tx));

/**
 * Corrects them within a transaction. Most sums just get a correcting row, which blocks nothing; donations wait,
 * since their months are locked.
 */
export async function repairSumsIn(tx: Transaction): Promise<Difference[]> {
  for (const { table } of monthTables) {
    await tx.execute(sql`lock table ${sql.identifier(table)} in share row exclusive mode`);
  }
  const found = await tx.execute<Difference>(sql`${wrongSums}, put_right as (
      insert into kept_sums (name, key, count, amount)
      select name, key, row_count - kept_count, row_amount - kept_amount from wrong
    ) ${toldSums}`);
  const wrong = [...found.rows];
  for (const { table, owner } of monthTables) {
    const months = await tx.execute<Difference>(sql`${wrongMonths(table, owner)}, put_right as (
        insert into ${sql.identifier(table)} (${sql.identifier(owner)}, month, donation_count, amount_yen)
        select owner, month, row_count, row_yen from wrong
        on conflict (${sql.identifier(owner)}, month) do update
        set donation_count = excluded.donation_count, amount_yen = excluded.amount_yen
      ) ${toldMonths(table)}`);
    for (const row of months.rows) wrong.push(row);
  }
  if (wrong.length > 0) {
    // Makes every process drop pages made from them.
    await tx.execute(sql`
      update topic_versions set version = version + 1 where topic in ('sums', 'pledges')`);
  }
  return wrong;
}

const toldSums = sql`
  select name, key, kept_count || ' / ' || kept_amount as kept,
    row_count || ' / ' || row_amount as counted
  from wrong order by name, key`;

const toldMonths = (table: string) => sql`
  select ${table}::text as name, owner || ' ' || to_char(month, 'YYYY-MM') as key,
    kept_count || ' / ' || kept_yen as kept, row_count || ' / ' || row_yen as counted
  from wrong order by 1, 2`;

const wrongSums = sql`
  with kept as (
    select name, key, sum(count) as count, sum(amount) as amount from kept_sums group by name, key
  ), wrong as (
    select name, key, coalesce(k.count, 0) as kept_count, coalesce(k.amount, 0) as kept_amount,
      coalesce(r.count, 0) as row_count, coalesce(r.amount, 0) as row_amount
    from kept k full join sums_of_rows r using (name, key)
    where coalesce(k.count, 0) <> coalesce(r.count, 0) or coalesce(k.amount, 0) <> coalesce(r.amount, 0)
  )`;

const wrongMonths = (table: string, owner: string) => sql`
  with counted as (
    select ${sql.identifier(owner)} as owner,
      date_trunc('month', donated_at at time zone 'Asia/Tokyo')::date as month,
      count(*) as count, sum(amount_yen) as yen
    from donations where reversed_at is null and ${sql.identifier(owner)} is not null group by 1, 2
  ), kept as (
    select ${sql.identifier(owner)} as owner, month, donation_count as count, amount_yen as yen
    from ${sql.identifier(table)}
  ), wrong as (
    select owner, month, coalesce(k.count, 0) as kept_count, coalesce(k.yen, 0) as kept_yen,
      coalesce(c.count, 0) as row_count, coalesce(c.yen, 0) as row_yen
    from kept k full join counted c using (owner, month)
    where coalesce(k.count, 0) <> coalesce(c.count, 0) or coalesce(k.yen, 0) <> coalesce(c.yen, 0)
  )`;
