import { writePaper } from '#server/papers/paper.ts';
import { drawGifts, drawReplaced } from './further-pages.ts';
import { drawPaper, needsPage } from './receipt-pages.ts';
import type { ReceiptPaper } from './receipt-paper.ts';

/**
 * Draws a receipt as PDF on A4, the same bytes whenever it is drawn: 30 to 60 ms of a processor, which are a thread's
 * (server/threads).
 */
export function drawReceipt(paper: ReceiptPaper): Promise<Buffer> {
  const title = `寄付金受領証明書 ${paper.number}`;
  return writePaper({ title, author: paper.stated.name, createdAt: paper.issuedAt }, (doc) => {
    drawPages(doc, paper);
  });
}

/** Draws all pages of a receipt, from the page on that is open. */
export function drawPages(doc: PDFKit.PDFDocument, paper: ReceiptPaper): void {
  drawPaper(doc, paper);
  if (paper.kind === 'year') drawGifts(doc, paper);
  if (needsPage(paper)) drawReplaced(doc, paper);
}
