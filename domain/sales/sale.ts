import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { paragraphs } from '#domain/values/typed-text.ts';

/** Sales on one page of the list. */
export const salesPageSize = 50;
/** Of an uploaded file. */
export const maxSaleFileBytes = 5 * 1024 * 1024;
export const mostSaleRows = 5_000;
/** Boxes in one cell, sold together. */
export const mostBoxesOfLot = 50;
/** Mistakes that one answer shows; the others are counted. */
export const mostShownErrors = 200;

/** What the goods of a box brought in one sale, as the operator reads it. Yen. */
export const GoodsSale = z.object({
  id: z.string(),
  appraisalId: AppraisalId,
  /** YYYY-MM-DD. */
  soldOn: z.string(),
  amountYen: z.number(),
  /** Of the whole box, as the donation stands now; null where none stands any more. */
  appraisedYen: z.nullable(z.number()),
  /** What this sale booked above (or, negative, below) the appraisal. */
  differenceYen: z.number(),
  isLast: z.boolean(),
  note: z.string(),
  createdBy: z.string(),
  createdAt: Timestamp,
  reversedAt: z.nullable(Timestamp),
  reversedBy: z.string(),
  reversalReason: z.string(),
});
export type GoodsSale = z.infer<typeof GoodsSale>;

export const SaleReversal = z.strictObject({ reason: paragraphs('理由', 300) });
export type SaleReversal = z.infer<typeof SaleReversal>;

/** What a file of sales would do, or did. Yen. */
export const SaleImport = z.object({
  /** Whether it was taken; never with an error, which leaves all of it out. */
  isDone: z.boolean(),
  encoding: z.nullable(z.enum(['UTF-8', 'Shift_JIS'])),
  ignoredColumns: z.array(z.string()),
  rows: z.number(),
  /** Rows that are new, the boxes they are about, and rows of an earlier file. */
  fresh: z.number(),
  boxes: z.number(),
  known: z.number(),
  amountYen: z.number(),
  /** Above (or, negative, below) the appraisal. */
  differenceYen: z.number(),
  /** What was left over where lots were shared. */
  roundingYen: z.number(),
  errorTotal: z.number(),
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
});
export type SaleImport = z.infer<typeof SaleImport>;

/** The differences that a month booked, counter-entries among them. Yen. */
export const SaleMonth = z.object({
  /** YYYY-MM. */
  month: z.string(),
  aboveYen: z.number(),
  belowYen: z.number(),
});
export type SaleMonth = z.infer<typeof SaleMonth>;
export const shownSaleMonths = 24;
