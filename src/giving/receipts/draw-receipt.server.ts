import { writePaper } from '#kit/papers/paper.server.ts';
import { drawGifts, drawReplaced } from './further-pages.server.ts';
import { drawPaper, needsPage } from './receipt-pages.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';

/**
 * Draws a receipt as an A4 PDF, reproducible byte for byte. Takes 30 to 60 ms of processor time, so it runs in a
 * thread (src/kit/threads).
 */
export function drawReceipt(paper: ReceiptPaper): Promise<Buffer> {
  const title = `寄付金受領証明書 ${paper.number}`;
  return writePaper({ title, author: paper.stated.name, createdAt: paper.issuedAt }, (doc) => {
    drawPages(doc, paper);
  });
}

/** Draws all pages of a receipt, starting on the current page. */
export function drawPages(doc: PDFKit.PDFDocument, paper: ReceiptPaper): void {
  drawPaper(doc, paper);
  if (paper.kind === 'year') drawGifts(doc, paper);
  if (needsPage(paper)) drawReplaced(doc, paper);
}
