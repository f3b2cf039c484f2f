import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

export const receiptCopiesPageSize = 50;
/** Papers per PDF; a longer year is split into several files. */
export const maxDrawnCopies = 200;

/** Meaning of the year in a selection of copies: when the gifts were received, or when the papers were issued. */
export const copyBases = ['received', 'issued'] as const;
export const CopyBasis = z.enum(copyBases, '年の数え方を選んでください。');
export type CopyBasis = z.infer<typeof CopyBasis>;
export const copyBasisLabels: Record<CopyBasis, string> = {
  received: '寄付金が届いた年',
  issued: '発行した年',
};

export const CopyState = z.enum(['valid', 'replaced', 'void']);
export type CopyState = z.infer<typeof CopyState>;
export const copyStateLabels: Record<CopyState, string> = {
  valid: '有効',
  replaced: '差し替え',
  void: '無効',
};

/** A receipt issued in an organisation's name. */
export const ReceiptCopy = z.object({
  number: z.string(),
  kind: z.enum(['donation', 'year']),
  year: z.number(),
  issuedAt: Timestamp,
  donorName: z.string(),
  donorAddress: z.string(),
  amountYen: z.number(),
  state: CopyState,
  /** Day on which it ended, YYYY-MM-DD; "" if it is valid. */
  endedOn: z.string(),
  reason: z.string(),
  /** Number of its replacement; "" for none. */
  replacedBy: z.string(),
});
export type ReceiptCopy = z.infer<typeof ReceiptCopy>;

/** Receipts of a year by state; only the sum of the valid ones counts each gift once. */
export const CopyYear = z.object({
  year: z.number(),
  validCount: z.number(),
  validYen: z.number(),
  replacedCount: z.number(),
  voidCount: z.number(),
});
export type CopyYear = z.infer<typeof CopyYear>;
