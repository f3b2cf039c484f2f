import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import { associateMonths } from '#server/db/schema/associates.ts';
import { challengeMonths } from '#server/db/schema/challenges.ts';
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
  { isAside }: { isAside: boolean },
): Promise<void> {
  await addMonths(tx, boxes);
  if (!isAside) return;
  await touchTopics(tx);
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

/** As the triggers …_touch do. Last of all: another part waits for these rows until the commit. */
async function touchTopics(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with touched as (
      update topic_versions set version = version + 1
      where topic in (select topic from topic_versions order by topic for update) returning topic
    )
    select pg_notify('topics', topic) from touched`);
}
