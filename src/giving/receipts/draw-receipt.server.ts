import { group, writePaper } from '#kit/papers/paper.server.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  drawFrame,
  left,
  longDay,
  type Pen,
  rule,
  soft,
  width,
  write,
} from './page-drawing.server.ts';
import { drawPaper, needsPage } from './receipt-pages.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';

const rowsAPage = 32;

/** Lists the gifts of a year's sum, on further pages. */
function drawGifts(doc: Pen['doc'], paper: ReceiptPaper): void {
  const { gifts, number, year, amountYen } = paper;
  const pen = { doc, scale: 1, isDry: false };
  const pages = Math.ceil(gifts.length / rowsAPage);
  for (let index = 0; index < pages; index++) {
    doc.addPage();
    drawFrame(pen, paper);
    write(pen, `証明書番号　${number}`, left, 66, { align: 'right', color: soft });
    write(pen, `${year}年分の寄付の内訳`, left, 92, { size: 16, isBold: true, tag: 'H2' });
    write(pen, `${index + 1}/${pages}`, left, 98, {
      align: 'right',
      color: soft,
      tag: 'decoration',
    });
    let y = 130;
    rule(pen, y - 3);
    group(doc, 'Table', () => {
      for (const gift of gifts.slice(index * rowsAPage, (index + 1) * rowsAPage)) {
        group(doc, 'TR', () => {
          // In the middle between its lines: a font has more room above its letters than below.
          const middle = y - 2;
          write(pen, longDay(gift.receivedOn), left + 6, middle, { width: 130, tag: 'TD' });
          write(pen, gift.appraisalId, left + 150, middle, { width: 150, tag: 'TD' });
          write(pen, `${formatYen(gift.amountYen)}円`, left + 300, middle, {
            width: width - 306,
            align: 'right',
            tag: 'TD',
          });
        });
        y += 19;
        rule(pen, y - 3);
      }
    });
    if (index < pages - 1) continue;
    write(pen, '合計', left + 6, y + 4, { isBold: true });
    write(pen, `${formatYen(amountYen)}円`, left, y + 4, {
      isBold: true,
      align: 'right',
      width: width - 6,
    });
  }
}

const numbersALine = 6;

/** Lists the replaced papers, if the first page has no room for their numbers. */
function drawReplaced(doc: Pen['doc'], paper: ReceiptPaper): void {
  const { number, replaces } = paper;
  const pen = { doc, scale: 1, isDry: false };
  const aPage = rowsAPage * numbersALine;
  for (let from = 0; from < replaces.length; from += aPage) {
    doc.addPage();
    drawFrame(pen, paper);
    write(pen, `証明書番号　${number}`, left, 66, { align: 'right', color: soft });
    write(pen, 'この証明書に替わった証明書', left, 92, { size: 16, isBold: true, tag: 'H2' });
    let y = 130;
    for (let line = from; line < Math.min(from + aPage, replaces.length); line += numbersALine) {
      const numbers = replaces.slice(line, line + numbersALine);
      y = write(pen, numbers.join('、'), left + 6, y, { width: width - 12 }) + 6;
    }
  }
}

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
