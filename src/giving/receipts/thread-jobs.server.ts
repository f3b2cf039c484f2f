import { drawReceipt } from './draw-receipt.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';

export const receiptJobs = {
  // A Buffer arrives from the thread as a plain Uint8Array.
  drawReceipt: (paper: ReceiptPaper): Promise<Uint8Array> => drawReceipt(paper),
};
