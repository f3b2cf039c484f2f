import { bigint, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * One version per topic of public data, incremented by triggers in the write's transaction (docs/product.md, Public
 * pages).
 */
export const topicVersions = pgTable('topic_versions', {
  topic: text('topic').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
});

/**
 * The topic's version at a record's last change, so that a cache re-reads only changed records; key '' means all of
 * them. Written by triggers with the topic's version.
 */
export const topicChanges = pgTable(
  'topic_changes',
  {
    topic: text('topic').notNull(),
    key: text('key').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.key] }),
    index('topic_changes_version').on(table.topic, table.version),
  ],
);
