import { inArray, sql } from 'drizzle-orm';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import type { Topic } from './table-topics.server.ts';
import { topicVersions } from './topic-tables.server.ts';
import type { Topics } from './topics.server.ts';

/** Time without using the replica after a failure, since each read would run into the next one. */
const restMs = 10_000;

type Read<Value> = (from: Database | Transaction) => Promise<Value>;

/**
 * Reads public data, from the replica (DATABASE_READ_URL) if possible. Results are cached until a topic changes, so a
 * lagging replica must not be used: it is read only if its snapshot has the topic versions known to this process.
 * Versions are written in the transactions of the data, and a replica commits in the main database's order. In all
 * other cases, including failures of the replica, the main database is read.
 */
export function createPublicReads({
  db,
  readDb,
  topics,
}: Pick<Dependencies, 'db' | 'readDb'> & { topics: Topics }) {
  let restsUntilMs = 0;

  async function byReplica<Value>(
    replica: Database,
    madeOf: readonly Topic[],
    read: Read<Value>,
  ): Promise<{ value: Value } | undefined> {
    return transaction(replica, async (tx) => {
      await tx.execute(sql`set transaction isolation level repeatable read, read only`);
      const rows = await tx
        .select()
        .from(topicVersions)
        .where(inArray(topicVersions.topic, [...madeOf]));
      const versions = new Map(rows.map(({ topic, version }) => [topic, version]));
      const isUpToDate = madeOf.every((topic) => {
        const known = topics.versionOf(topic);
        return known !== undefined && (versions.get(topic) ?? 0) >= known;
      });
      return isUpToDate ? { value: await read(tx) } : undefined;
    });
  }

  return async <Value>(madeOf: readonly Topic[], read: Read<Value>): Promise<Value> => {
    if (!readDb || performance.now() < restsUntilMs) return read(db);
    try {
      const answer = await byReplica(readDb, madeOf, read);
      if (answer) return answer.value;
    } catch (error) {
      restsUntilMs = performance.now() + restMs;
      // Without its cause, since it is no outage of the main database.
      logFailure('the replica is left alone', new Error(loggedError(error as Error).message));
    }
    return read(db);
  };
}
