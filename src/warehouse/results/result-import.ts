import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { type AppraisalOutcome, appraisalOutcomes } from './appraisal-result.ts';

/** Shown numbers of results that cannot be reversed. */
export const mostBlockedShown = 100;

/** Preview of a reversal. */
export const ReversalPreview = z.object({
  /** Results that it reverses. */
  rows: z.number(),
  blocked: z.array(z.object({ appraisalId: z.string(), reason: z.string() })),
  blockedTotal: z.number(),
});
export type ReversalPreview = z.infer<typeof ReversalPreview>;

/** What the mail about a reversal says of the goods. */
export const goodsAfterReversal: Record<AppraisalOutcome, string> = {
  completed: 'お品物は、大切にお預かりしています。',
  unpriced: 'お品物は、大切にお預かりしています。',
  discarded: 'お品物がどうなっているかは、ただいま確かめています。',
  returned:
    'お返しするとお伝えしたお品物については、お送りしたかどうかも含めて、ただいま確かめています。',
  cancelled: 'お申し込みは、取り消されていません。',
} satisfies Record<keyof typeof appraisalOutcomes, string>;

const Outcome = z.enum(Object.keys(appraisalOutcomes) as (keyof typeof appraisalOutcomes)[]);

/** An error in an uploaded file: `csv` is the result file, `items` the optional item file. */
export const ImportError = z.object({
  file: z.enum(['csv', 'items']),
  row: z.number(),
  column: z.string(),
  message: z.string(),
});
export type ImportError = z.infer<typeof ImportError>;

/** Size limit of an upload. */
export const maxResultFileBytes = 20 * 1024 * 1024;
export const tooLargeMessage = 'ファイルが20MBを超えています。20MBまでに分けてお試しください。';

/** Errors per response; `errorsTotal` has their number. */
export const maxImportErrors = 1_000;

/**
 * Result of an upload or its dry run. Counts are rows, except for donations; `batchId` is null if
 * nothing was written.
 */
export const ResultImport = z.object({
  batchId: z.nullable(z.string()),
  encoding: z.nullable(z.enum(['UTF-8', 'Shift_JIS'])),
  rows: z.number(),
  accepted: z.number(),
  rejected: z.number(),
  /** Rows identical to those of an earlier upload. */
  unchanged: z.number(),
  newDonations: z.number(),
  donationYen: z.number(),
  /** Appraised, but on hold until the identity check is done (docs/product.md, Identity check). */
  held: z.number(),
  onHoldYen: z.number(),
  /** Accepted rows by their 結果区分. */
  outcomes: z.record(Outcome, z.number()),
  errors: z.array(ImportError),
  errorsTotal: z.number(),
  /** State of the accepted rows; null if nothing was written. */
  state: z.nullable(z.enum(['waiting', 'released'])),
  /** Accepted rows that look unlikely (docs/product.md, Results that wait). */
  flagged: z.number(),
  /** Columns of the files that were ignored. */
  ignoredColumns: z.array(z.string()),
});
export type ResultImport = z.infer<typeof ResultImport>;

/** Page sizes: uploads in the operator's list, rows of an upload. */
export const resultBatchesPageSize = 20;
export const resultBatchRowsPageSize = 100;

export const BatchState = z.enum(['waiting', 'released', 'dropped']);
export type BatchState = z.infer<typeof BatchState>;

/** An upload in the operator's list. */
export const ResultBatch = z.object({
  id: z.string(),
  fileName: z.string(),
  itemFileName: z.string(),
  encoding: z.string(),
  rows: z.number(),
  accepted: z.number(),
  unchanged: z.number(),
  donationYen: z.number(),
  uploadedBy: z.string(),
  createdAt: Timestamp,
  reversedAt: z.nullable(Timestamp),
  reversedBy: z.string(),
  reversalReason: z.string(),
  state: BatchState,
  source: z.enum(['csv', 'tablet']),
  /** Time of the automatic release; null for none, or after the release. */
  releaseDueAt: z.nullable(Timestamp),
  releasedAt: z.nullable(Timestamp),
  /** '' if it was released automatically. */
  releasedBy: z.string(),
  /** Waiting rows with flags and no override reason. */
  flagged: z.number(),
  version: z.number(),
});
export type ResultBatch = z.infer<typeof ResultBatch>;

/** A row of a batch: the accepted result of an application, and whether it became a donation. */
export const ResultBatchRow = z.object({
  row: z.number(),
  appraisalId: AppraisalId,
  targetName: z.string(),
  outcome: Outcome,
  itemCount: z.number(),
  pricedCount: z.number(),
  appraisedYen: z.number(),
  bonusYen: z.number(),
  donationYen: z.number(),
  note: z.string(),
  isDonated: z.boolean(),
  isOnHold: z.boolean(),
  isReversed: z.boolean(),
});
export type ResultBatchRow = z.infer<typeof ResultBatchRow>;

/** Reason for reversing a batch; stored with it. */
export const ReversalReason = z
  .string('取り消しの理由を入力してください。')
  .check(
    z.trim(),
    z.minLength(1, '取り消しの理由を入力してください。'),
    maxLetters(500, '取り消しの理由は500文字以内で入力してください。'),
    z.regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, '取り消しの理由に使えない文字が含まれています。'),
  );
export type ReversalReason = z.infer<typeof ReversalReason>;
