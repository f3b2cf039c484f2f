import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

/** A picture re-encoded by us; its files are named by id and width. */
export const images = pgTable(
  'images',
  {
    id: text('id').primaryKey(),
    ownerUid: text('owner_uid'),
    /** Organisation that owns it, whoever uploaded it. No foreign key: organisations refer to pictures. */
    associateId: text('associate_id'),
    purpose: text('purpose').notNull(),
    contentType: text('content_type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    byteCount: integer('byte_count').notNull(),
    /** Generated widths in pixels. */
    widths: integer('widths').array().notNull(),
    alt: text('alt').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('images_owner').on(table.ownerUid),
    index('images_associate').on(table.associateId).where(sql`${table.associateId} is not null`),
    check('images_type', sql`${table.contentType} in ('image/jpeg', 'image/png', 'image/webp')`),
  ],
);
