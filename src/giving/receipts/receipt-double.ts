import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line } from '#kit/values/typed-text.ts';
import { ReceiptKind } from './receipt.ts';

export const doublesPageSize = 20;

const DoublePaper = z.object({
  number: z.string(),
  kind: ReceiptKind,
  year: z.number(),
  amountYen: z.number(),
  issuedAt: Timestamp,
});
export type DoublePaper = z.infer<typeof DoublePaper>;

/** Two valid papers on the same gifts, issued by an earlier version: a person decides which one to void. */
export const ReceiptDouble = z.object({
  /** Both numbers. */
  id: z.string(),
  earlier: DoublePaper,
  later: DoublePaper,
  associateName: z.string(),
  /** Uid of the donor; empty if the account is deleted. */
  uid: z.string(),
  /** Gifts that both papers list. */
  appraisalIds: z.array(z.string()),
});
export type ReceiptDouble = z.infer<typeof ReceiptDouble>;

/** Voids one of the two; its holders see the reason. */
export const VoidReceipt = z.strictObject({ reason: line('理由', 200) });
export type VoidReceipt = z.infer<typeof VoidReceipt>;

export const doubleReason = '同じ寄付の証明書が重ねて発行されていたため';
