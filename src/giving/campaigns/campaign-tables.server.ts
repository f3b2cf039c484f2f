import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { images } from '#kit/images/image-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';

export const campaigns = pgTable(
  'campaigns',
  {
    year: integer('year').notNull(),
    token: text('token').notNull(),
    title: text('title').notNull(),
    lead: text('lead').notNull(),
    body: text('body').notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on').notNull(),
    /** Outcome in Markdown; shown once the campaign is over. */
    result: text('result').notNull().default(''),
    imageId: text('image_id').references(() => images.id),
    /** Alternative text of the picture. */
    imageAlt: text('image_alt').notNull().default(''),
    /** False before the first publication and after removal. */
    isShown: boolean('is_shown').notNull().default(true),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.year, table.token] }),
    check('campaigns_days', sql`${table.startsOn} <= ${table.endsOn}`),
  ],
);

export const campaignAssociates = pgTable(
  'campaign_associates',
  {
    year: integer('year').notNull(),
    token: text('token').notNull(),
    associateId: text('associate_id')
      .notNull()
      .references(() => associates.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.year, table.token, table.associateId] })],
);
