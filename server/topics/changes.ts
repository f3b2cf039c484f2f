import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { topicChanges, topicVersions } from '#server/db/schema/topics.ts';
import type { Topic } from './topic-tables.ts';

/** Of more changed records, nobody who does not say so wants to know them one by one. */
const usualKeys = 1_000;

/** The version of a topic, and which records changed since another; no keys: all of them may have. */
export type Changes = { version: number; keys?: readonly string[] };

/**
 * What changed in a topic since `version`, everything without one. To be read before the records
 * themselves: what is committed between comes with the next changes once more.
 */
export async function readChanges(
  db: Database | Transaction,
  topic: Topic,
  version?: number,
  mostKeys = usualKeys,
): Promise<Changes> {
  const { rows } = await db.execute<{ reached: number; keys: string[] }>(sql`
    select version::float8 as reached, array(
      select key from ${topicChanges}
      where topic = ${topic} and version > ${version ?? 0} limit ${mostKeys + 1}) as keys
    from ${topicVersions} where topic = ${topic}`);
  const [{ reached, keys } = { reached: 0, keys: [] }] = rows;
  // A replica may be behind what the main database told, a restored one behind everything.
  const isKnown = version !== undefined && reached >= version;
  return isKnown && keys.length <= mostKeys && !keys.includes('')
    ? { version: reached, keys }
    : { version: reached };
}

/** Lets everything public count as changed, for writes that no trigger sees or that leave nothing behind. */
export async function touchAllTopics(tx: Transaction): Promise<void> {
  // As the triggers do, the topics first: whoever notes records holds their lock.
  await tx.execute(sql`select topic from ${topicVersions} order by topic for update`);
  await tx.execute(sql`delete from ${topicChanges}`);
  await tx.execute(sql`
    with touched as (
      update ${topicVersions} set version = version + 1 returning topic, version
    ), noted as (
      insert into ${topicChanges} (topic, key, version) select topic, '', version from touched
    )
    select pg_notify('topics', topic) from touched`);
}
