import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/** One version per topic of public data, bumped by triggers in the write's transaction (decision 31). */
export const topicVersions = pgTable('topic_versions', {
  topic: text('topic').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
});
