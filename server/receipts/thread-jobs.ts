import { drawReceipt } from './draw-receipt.ts';
import type { ReceiptPaper } from './receipt-paper.ts';

export const receiptJobs = {
  // A Buffer arrives as plain bytes.
  drawReceipt: (paper: ReceiptPaper): Promise<Uint8Array> => drawReceipt(paper),
};
