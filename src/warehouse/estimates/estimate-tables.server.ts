import { sql } from 'drizzle-orm';
import { check, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * Daily figures of what goods brought over the last twelve months, by category, brand class and condition; '' for all
 * brands or conditions. Rows exist only for enough goods of enough boxes.
 */
export const appraisalEstimates = pgTable(
  'appraisal_estimates',
  {
    category: text('category').notNull(),
    brandClass: text('brand_class').notNull(),
    condition: text('condition').notNull(),
    /** Goods appraised, and those of them with a price. */
    count: integer('count').notNull(),
    priced: integer('priced').notNull(),
    /** Quartiles and median of the goods with a price, in yen per piece; null if they are too few. */
    lowerYen: integer('lower_yen'),
    medianYen: integer('median_yen'),
    upperYen: integer('upper_yen'),
    /** Most frequent reasons of goods without a price, in fixed words. */
    reasons: jsonb('reasons').notNull().default([]),
    measuredOn: date('measured_on').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.category, table.brandClass, table.condition] }),
    check('appraisal_estimates_counts', sql`${table.priced} between 0 and ${table.count}`),
  ],
);

/** Questions about appraisals by month, counted once a day. */
export const appraisalQuestionMonths = pgTable('appraisal_question_months', {
  /** First day of the month. */
  month: date('month').primaryKey(),
  asked: integer('asked').notNull(),
  /** Questions after which the result was corrected. */
  changed: integer('changed').notNull(),
  /** Sum of the differences, up or down; null until the month is settled, or if they are too few. */
  changedYen: integer('changed_yen'),
  countedOn: date('counted_on').notNull(),
});
