import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * One version per topic of public data, bumped by triggers in the write's transaction (docs/product.md,
 * Public pages).
 */
export const topicVersions = pgTable('topic_versions', {
  topic: text('topic').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
});
