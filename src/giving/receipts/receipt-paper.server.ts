import type { ReceiptKind } from './receipt.ts';
import type { Stated } from './receipt-tables.server.ts';

/** Content of a receipt; days are YYYY-MM-DD. */
export type ReceiptPaper = {
  number: string;
  kind: ReceiptKind;
  year: number;
  amountYen: number;
  donorName: string;
  donorAddress: string;
  issuedAt: Date;
  /** Numbers that it replaces. */
  replaces: readonly string[];
  /** Days are those on which the organisation received the gifts. */
  gifts: { receivedOn: string; amountYen: number; appraisalId: string }[];
  stated: Stated;
  /** Picture of the seal it was issued with, as PNG. */
  seal?: Uint8Array | undefined;
  code: string;
  verifyUrl: string;
  isSample: boolean;
};
