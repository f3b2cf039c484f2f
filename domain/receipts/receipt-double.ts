import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { line } from '#domain/values/typed-text.ts';
import { ReceiptKind } from './receipt.ts';

/** Pairs on one page of the operator's list. */
export const doublesPageSize = 20;

const DoublePaper = z.object({
  number: z.string(),
  kind: ReceiptKind,
  year: z.number(),
  amountYen: z.number(),
  issuedAt: Timestamp,
});
export type DoublePaper = z.infer<typeof DoublePaper>;

/** Two papers that hold over the same gifts, as an earlier version issued them: a person decides which one ends. */
export const ReceiptDouble = z.object({
  /** Both numbers. */
  id: z.string(),
  earlier: DoublePaper,
  later: DoublePaper,
  associateName: z.string(),
  /** Of their donor; empty where the account is gone. */
  uid: z.string(),
  /** The gifts that both name. */
  appraisalIds: z.array(z.string()),
});
export type ReceiptDouble = z.infer<typeof ReceiptDouble>;

/** Ends one of the two, with the reason that whoever holds it reads. */
export const VoidReceipt = z.strictObject({ reason: line('理由', 200) });
export type VoidReceipt = z.infer<typeof VoidReceipt>;

export const doubleReason = '同じ寄付の証明書が重ねて発行されていたため';
