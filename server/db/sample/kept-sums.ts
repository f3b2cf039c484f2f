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
 * (triggers-aside.ts): what a trigger keeps of them is to be done here too, as sums over the part.
 * Only the search rows are a part of their own (write-search-rows.ts).
 */
export async function keepSums(
  tx: Transaction,
  { boxes }: Pick<SamplePart, 'boxes'>,
  { seed, isAside }: { seed: number; isAside: boolean },
): Promise<void> {
  await addMonths(tx, boxes);
  if (!isAside) return;
  await addMoves(tx, seed, boxes);
  // As the triggers …_touch do. Last of all: another part waits for these rows until the commit.
  await touchAllTopics(tx);
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

/** As the triggers applications_sum_added and donations_sum_added do, by the same functions. */
async function addMoves(tx: Transaction, seed: number, placed: SamplePart['boxes']): Promise<void> {
  if (placed.length === 0) return;
  const numbers = JSON.stringify(placed.map(({ index }) => appraisalIdOf(seed, index)));
  await tx.execute(sql`
    with part as materialized (
      select a.appraisal_id, a.state, a.identity, a.delivery_date, a.boxes, a.products
      from json_array_elements_text(${numbers}::json) number
      join applications a on a.appraisal_id = number
    )
    insert into kept_sums (name, key, count, amount)
    select name, key, sum(count), sum(amount) from (
      select s.* from part p,
        lateral application_sums(p.state, p.identity, p.delivery_date, p.boxes) s
      union all
      select s.* from part p join donations d using (appraisal_id),
        lateral donation_sums(d.associate_id, d.social_challenge_id, d.amount_yen, d.need_receipt,
          d.donated_at, p.products, p.state) s
      where d.reversed_at is null
    ) moves group by name, key having sum(count) <> 0 or sum(amount) <> 0`);
}
