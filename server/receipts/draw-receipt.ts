import { paperFonts } from './paper-fonts.ts';
import { drawGifts, drawPaper } from './receipt-pages.ts';
import type { ReceiptPaper } from './receipt-paper.ts';

/** Draws a receipt as PDF on A4: 30 to 60 ms of a processor, which are a thread's (server/threads). */
export async function drawReceipt(paper: ReceiptPaper): Promise<Buffer> {
  const [{ default: PDFDocument }, { regular, bold }] = await Promise.all([
    import('pdfkit'),
    paperFonts(),
  ]);
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'ja-JP',
    info: { Title: `寄付金受領証明書 ${paper.number}`, Author: paper.stated.name },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => done(Buffer.concat(chunks)));
    doc.on('error', fail);
  });
  doc.registerFont('regular', regular).registerFont('bold', bold);
  drawPaper(doc, paper);
  if (paper.kind === 'year') drawGifts(doc, paper);
  doc.end();
  return whole;
}
