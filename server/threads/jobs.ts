import { deflatePiece } from '#server/personal-data/deflate-piece.ts';
import { drawReceipt } from '#server/receipts/draw-receipt.ts';
import type { ReceiptPaper } from '#server/receipts/receipt-paper.ts';
import { writeFaultyRows } from '#server/results/faulty-rows.ts';
import { readUpload } from '#server/results/read-upload.ts';

/** What threads do: pure work on the processor, without a database. Input and answer are copied. */
export const jobs = {
  // A Buffer arrives as plain bytes.
  drawReceipt: (paper: ReceiptPaper): Promise<Uint8Array> => drawReceipt(paper),
  readUpload,
  writeFaultyRows,
  deflatePiece,
};

type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]>[0];
export type JobAnswer<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;
