import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { paragraphs } from '#kit/values/typed-text.ts';

export const salesPageSize = 50;
/** Size limit of an uploaded file. */
export const maxSaleFileBytes = 5 * 1024 * 1024;
export const maxSaleRows = 5_000;
/** Boxes per lot. */
export const maxBoxesPerLot = 50;
/** Errors per response; the rest is counted. */
export const maxShownErrors = 200;

/** Proceeds of a box's goods in one sale, in yen. */
export const GoodsSale = z.object({
  id: z.string(),
  appraisalId: AppraisalId,
  /** YYYY-MM-DD. */
  soldOn: z.string(),
  amountYen: z.number(),
  /** Appraisal of the whole box, as the donation is now; null if it was reversed. */
  appraisedYen: z.nullable(z.number()),
  /** Booked difference to the appraisal, negative if below. */
  differenceYen: z.number(),
  isLast: z.boolean(),
  /** Where it was sold, as the donor reads it; '' if not stated. */
  place: z.string(),
  /** Line of the result's list of items; null for a sale of the box or a lot. */
  itemPosition: z.nullable(z.number()),
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

/** Result of an upload of sales or its dry run, in yen. */
export const SaleImport = z.object({
  /** Whether it was booked; any error rejects the whole file. */
  isDone: z.boolean(),
  encoding: z.nullable(z.enum(['UTF-8', 'Shift_JIS'])),
  ignoredColumns: z.array(z.string()),
  rows: z.number(),
  /** New rows, their boxes, and rows known from an earlier file. */
  fresh: z.number(),
  boxes: z.number(),
  known: z.number(),
  amountYen: z.number(),
  /** Difference to the appraisal, negative if below. */
  differenceYen: z.number(),
  /** Remainder from splitting lots. */
  roundingYen: z.number(),
  errorTotal: z.number(),
  errors: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
});
export type SaleImport = z.infer<typeof SaleImport>;

/** Differences booked in a month, counter-entries included, in yen. */
export const SaleMonth = z.object({
  /** YYYY-MM. */
  month: z.string(),
  aboveYen: z.number(),
  belowYen: z.number(),
});
export type SaleMonth = z.infer<typeof SaleMonth>;
export const shownSaleMonths = 24;
