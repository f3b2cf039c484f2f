import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Topic } from './table-topics.server.ts';
import { topicChanges, topicVersions } from './topic-tables.server.ts';

/** Up to this many changed records are listed by default. */
const usualKeys = 1_000;

/** Version of a topic and the records changed since another version; without keys, all may have changed. */
export type Changes = { version: number; keys?: readonly string[] };

/**
 * Changes in a topic since `version`; without it, everything. Read them before the records: what commits in between
 * is reported again next time.
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
  // A replica may lag behind the known version, and a restored one behind everything.
  const isKnown = version !== undefined && reached >= version;
  return isKnown && keys.length <= mostKeys && !keys.includes('')
    ? { version: reached, keys }
    : { version: reached };
}

/** Marks all public data as changed, for writes that no trigger sees or that leave nothing behind. */
export async function touchAllTopics(tx: Transaction): Promise<void> {
  // Locks topics first, like the triggers: whoever records changes holds their lock.
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
