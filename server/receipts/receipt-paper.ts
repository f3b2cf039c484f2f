import type { ReceiptKind } from '#domain/receipts/receipt.ts';
import type { Stated } from '#server/db/schema/receipts.ts';

/** Everything that stands on a receipt; days are YYYY-MM-DD. */
export type ReceiptPaper = {
  number: string;
  kind: ReceiptKind;
  year: number;
  amountYen: number;
  donorName: string;
  donorAddress: string;
  issuedAt: Date;
  /** The numbers that it replaces. */
  replaces: readonly string[];
  /** The days are those on which the organisation received them. */
  gifts: { receivedOn: string; amountYen: number; appraisalId: string }[];
  stated: Stated;
  /** The picture of the seal that it was issued with, as PNG. */
  seal?: Uint8Array | undefined;
  code: string;
  verifyUrl: string;
  isSample: boolean;
};
