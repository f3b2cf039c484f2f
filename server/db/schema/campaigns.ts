import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { associates } from './associates.ts';
import { timestamptz } from './columns.ts';
import { images } from './images.ts';

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
    /** What came of it, in Markdown; shown once it is over. */
    result: text('result').notNull().default(''),
    imageId: text('image_id').references(() => images.id),
    /** False until it is published for the first time, and when it is taken away. */
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

/** What the service tells all visitors for a while, at the top of every public page. */
export const notices = pgTable(
  'notices',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    body: text('body').notNull().default(''),
    tone: text('tone').notNull().default('info'),
    startsAt: timestamptz('starts_at').notNull(),
    /** Null while it has no end. */
    endsAt: timestamptz('ends_at'),
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('notices_starts').on(table.startsAt.desc().nullsFirst(), table.id),
    check('notices_tone', sql`${table.tone} in ('info', 'warning')`),
    check('notices_end', sql`${table.endsAt} is null or ${table.endsAt} > ${table.startsAt}`),
  ],
);
