import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import { timestamptz } from '#kit/db/columns.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

/** #mypledge: bound to one completed donation through its application. */
export const pledges = pgTable(
  'pledges',
  {
    id: text('id').primaryKey(),
    appraisalId: text('appraisal_id')
      .notNull()
      .unique()
      .references(() => applications.appraisalId),
    uid: text('uid')
      .notNull()
      .references(() => users.uid, { onDelete: 'cascade' }),
    /** The application's organisation, maintained by a trigger for an index on an organisation's pledges. */
    associateId: text('associate_id'),
    state: text('state').notNull().default('draft'),
    text: text('text').notNull(),
    showsAmount: boolean('shows_amount').notNull().default(false),
    reply: text('reply').notNull().default(''),
    repliedAt: timestamptz('replied_at'),
    pledgedAt: timestamptz('pledged_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    version: integer('version').notNull().default(1),
    /**
     * When and why the operator withheld it. A public pledge gets the state 'withheld'; a hidden one or a draft keeps
     * its state, effective again once the withholding is lifted. It stays withheld when its author deletes it:
     * otherwise they could post the same again.
     */
    withheldAt: timestamptz('withheld_at'),
    withheldReason: text('withheld_reason').notNull().default(''),
  },
  (table) => [
    index('pledges_public')
      .on(table.pledgedAt.desc().nullsFirst(), table.id)
      .where(sql`${table.state} = 'published'`),
    index('pledges_associate_public')
      .on(table.associateId, table.pledgedAt.desc().nullsFirst(), table.id)
      .where(sql`${table.state} = 'published'`),
    index('pledges_uid').on(table.uid, table.pledgedAt.desc().nullsFirst(), table.id),
    check(
      'pledges_state',
      sql`${table.state} in ('draft', 'published', 'hidden', 'withheld', 'removed')`,
    ),
    check(
      'pledges_withheld',
      sql`(${table.withheldAt} is not null) = (${table.withheldReason} <> '') and (${table.state} <> 'withheld' or ${table.withheldAt} is not null)`,
    ),
  ],
);

export const pledgeItems = pgTable(
  'pledge_items',
  {
    id: text('id').primaryKey(),
    pledgeId: text('pledge_id')
      .notNull()
      .references(() => pledges.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    imageId: text('image_id')
      .notNull()
      .references(() => images.id),
    name: text('name').notNull().default(''),
    comment: text('comment').notNull().default(''),
  },
  (table) => [
    unique('pledge_items_position').on(table.pledgeId, table.position),
    // Checked for each picture served: whether a pledge that shows it is withheld.
    index('pledge_items_image').on(table.imageId),
  ],
);

export const pledgeReports = pgTable(
  'pledge_reports',
  {
    id: text('id').primaryKey(),
    pledgeId: text('pledge_id')
      .notNull()
      .references(() => pledges.id, { onDelete: 'cascade' }),
    reporterUid: text('reporter_uid').references(() => users.uid, { onDelete: 'set null' }),
    reason: text('reason').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    handledAt: timestamptz('handled_at'),
  },
  (table) => [
    index('pledge_reports_pledge').on(table.pledgeId),
    index('pledge_reports_rank').on(
      sql`(case when ${table.handledAt} is null then 0 else 1 end)`,
      table.createdAt.desc().nullsFirst(),
      table.id,
    ),
  ],
);
