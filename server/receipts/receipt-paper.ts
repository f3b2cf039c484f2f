import type { ReceiptKind } from '#domain/receipts/receipt.ts';

/** Everything that stands on a receipt; days are YYYY-MM-DD. */
export type ReceiptPaper = {
  number: string;
  kind: ReceiptKind;
  year: number;
  amountYen: number;
  donorName: string;
  donorAddress: string;
  issuedOn: string;
  /** The number it repeats, else empty. */
  reissueOf: string;
  isVoid: boolean;
  gifts: { donatedOn: string; amountYen: number; appraisalId: string }[];
  associate: { name: string; address: string; representative: string; classification: string };
  certification:
    | { number: string; authority: string; certifiedOn: string; expiresOn: string }
    | undefined;
  code: string;
  verifyUrl: string;
  isSample: boolean;
};
