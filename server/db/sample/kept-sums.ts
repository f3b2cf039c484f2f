import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { associateMonths } from '#server/db/schema/associates.ts';
import { challengeMonths } from '#server/db/schema/challenges.ts';
import { touchAllTopics } from '#server/topics/changes.ts';
import { appraisalIdOf } from './box-rows.ts';
import { monthRows } from './remittances.ts';
import type { SamplePart } from './sample-parts.ts';

/**
 * Brings what is kept beside the rows up to date, in the transaction that wrote the part: the one
 * place where the loader does so. `isAside` says that no trigger ran while the rows were written
 * (set-aside.ts): what a trigger keeps of them is to be done here too, as sums over the part.
 */
export async function keepSums(
  tx: Transaction,
  { boxes }: Pick<SamplePart, 'boxes'>,
  { seed, isAside }: { seed: number; isAside: boolean },
): Promise<void> {
  if (isAside && boxes.length > 0) {
    const numbers = JSON.stringify(boxes.map(({ index }) => appraisalIdOf(seed, index)));
    // Without statistics the planner takes the tables for empty, and would read them whole each time.
    await tx.execute(sql`set local enable_seqscan = off`);
    await addMoves(tx, numbers);
    await addSearchRows(tx, numbers);
  }
  // Last of all, since another part waits for these rows until the commit.
  await addMonths(tx, boxes);
  // As the triggers …_touch do.
  if (isAside) await touchAllTopics(tx);
}

/** Parts are written at the same time: in one order for all, or two would wait for each other. */
async function addMonths(tx: Transaction, placed: SamplePart['boxes']): Promise<void> {
  const months = monthRows(placed.map(({ box }) => box));
  const byOwner = (a: { month: string }, b: { month: string }) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
  await insertAll(
    tx,
    associateMonths,
    months.ofAssociates.sort(byOwner),
    addedTo('associate_months', 'associate_id'),
  );
  await insertAll(
    tx,
    challengeMonths,
    months.ofFunds.sort(byOwner),
    addedTo('challenge_months', 'social_challenge_id'),
  );
}

function addedTo(table: string, owner: string): SQL {
  const [months, of] = [sql.identifier(table), sql.identifier(owner)];
  return sql`on conflict (${of}, month) do update set
    donation_count = ${months}.donation_count + excluded.donation_count,
    amount_yen = ${months}.amount_yen + excluded.amount_yen`;
}

/** Each is looked up by its number, whatever the planner takes the table for. */
const applicationsOf = (numbers: string): SQL => sql`
  json_array_elements_text(${numbers}::json) number,
  lateral (select * from applications where appraisal_id = number offset 0) a`;

/** As the triggers applications_sum_added and donations_sum_added do, by the same functions. */
async function addMoves(tx: Transaction, numbers: string): Promise<void> {
  await tx.execute(sql`
    with part as materialized (
      select a.appraisal_id, a.state, a.identity, a.delivery_date, a.boxes, a.products
      from ${applicationsOf(numbers)}
    )
    insert into kept_sums (name, key, count, amount)
    select name, key, sum(count), sum(amount) from (
      select s.name, s.key, p.alike * s.count as count, p.alike * s.amount as amount
      from (
        select state, identity, delivery_date, boxes, count(*) as alike from part
        group by state, identity, delivery_date, boxes
      ) p, lateral application_sums(p.state, p.identity, p.delivery_date, p.boxes) s
      union all
      select s.* from part p,
        lateral (select * from donations d
          where d.appraisal_id = p.appraisal_id and d.reversed_at is null offset 0) d,
        lateral donation_sums(d.associate_id, d.social_challenge_id, d.amount_yen, d.need_receipt,
          d.donated_at, p.products, p.state) s
    ) moves group by name, key having sum(count) <> 0 or sum(amount) <> 0`);
}

/** As the trigger applications_search does. */
async function addSearchRows(tx: Transaction, numbers: string): Promise<void> {
  await tx.execute(sql`
    insert into application_search (appraisal_id, created_at, folded)
    select a.appraisal_id, a.created_at, application_text(a.appraisal_id, a.last_name, a.first_name,
      a.last_name_kana, a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2,
      a.building, coalesce(o.name, c.fund_name))
    from ${applicationsOf(numbers)}
    left join associates o on o.id = a.associate_id
    left join social_challenges c on c.id = a.social_challenge_id
    order by a.created_at`);
}
