import { drawPages } from '#giving/receipts/draw-receipt.server.ts';
import type { ReceiptPaper } from '#giving/receipts/receipt-paper.server.ts';
import { decoration, group, part, writePaper } from '#kit/papers/paper.server.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { RunSender } from './receipt-run-tables.server.ts';

/** One donor's papers, preceded by an address sheet for their envelope. */
export type Letter = { papers: readonly ReceiptPaper[] };
/** `createdAt` makes the file reproducible. */
export type PostPaper = {
  title: string;
  sender: RunSender;
  letters: readonly Letter[];
  createdAt: Date;
};

type Doc = PDFKit.PDFDocument;

const mm = 72 / 25.4;
const ink = '#262220';

/**
 * Area of an address seen through an envelope's window, in mm of an A4 sheet folded in three (210 × 99). Envelope:
 * 長形3号, 235 × 120 (JIS S 5502), with the usual window of 90 × 45, 20 from the left and 12 from the top. The sheet can
 * slide by 25 and 21: this area is visible in every position, and `clear` bounds all that can ever be visible.
 */
export const addressBlock = { left: 21, top: 13, width: 63, height: 22 } as const;
export const clear = { right: 112, bottom: 59 } as const;
/** First fold, in mm. */
const fold = 99;

/** Draws letters to post: for each donor an address sheet, then the papers. */
export function drawPost({ title, sender, letters, createdAt }: PostPaper): Promise<Uint8Array> {
  return writePaper({ title, author: sender.name, createdAt }, (doc) => {
    for (const [index, letter] of letters.entries()) {
      if (index > 0) doc.addPage();
      group(doc, 'Sect', () => drawAddressSheet(doc, letter, sender));
      for (const paper of letter.papers) {
        doc.addPage();
        drawPages(doc, paper);
      }
    }
  });
}

function drawAddressSheet(doc: Doc, { papers }: Letter, sender: RunSender): void {
  const [first] = papers;
  if (!first) throw new Error('a letter without a paper');
  drawAddress(doc, first);
  const right = { x: (clear.right + 4) * mm, width: (210 - clear.right - 24) * mm };
  let y = addressBlock.top * mm;
  doc.fillColor(ink).font('regular').fontSize(8.5);
  for (const text of ['差出人', sender.name, sender.address].filter(Boolean)) {
    part(doc, 'P', () => doc.text(text, right.x, y, { width: right.width }));
    y = doc.y + 2;
  }
  decoration(doc, () => {
    for (const height of [fold, 2 * fold]) {
      doc
        .moveTo(0, height * mm)
        .lineTo(5 * mm, height * mm)
        .lineWidth(0.4)
        .stroke('#9c9087');
    }
  });
  drawContents(doc, papers);
}

/** 〒, address and name. Long lines get a smaller font and are never cut. */
function drawAddress(doc: Doc, { donorName, donorAddress }: ReceiptPaper): void {
  const [, zipcode = '', address = ''] = /^(〒\S+)?\s*(.*)$/su.exec(donorAddress) ?? [];
  const lines: readonly [text: string, scale: number][] = [
    [zipcode, 1],
    [address, 1],
    [`${donorName} 様`, 1.35],
  ];
  const room = { width: addressBlock.width * mm, lineGap: 0.5 };
  const heightAt = (size: number) =>
    lines.reduce(
      (sum, [text, scale]) =>
        sum + doc.fontSize(size * scale).heightOfString(text || ' ', room) + 2,
      0,
    );
  doc.font('regular').fillColor(ink);
  let size = 10;
  while (size > 4 && heightAt(size) > addressBlock.height * mm) size -= 0.25;
  let y = addressBlock.top * mm;
  for (const [text, scale] of lines) {
    if (text === '') continue;
    doc.fontSize(size * scale);
    part(doc, 'P', () => doc.text(text, addressBlock.left * mm, y, room));
    y = doc.y + 2;
  }
}

/** Rows of the contents list. The papers themselves have the rest. */
const mostListed = 20;

function drawContents(doc: Doc, papers: readonly ReceiptPaper[]): void {
  const left = 25 * mm;
  const width = 160 * mm;
  let y = (fold + 10) * mm;
  doc.font('bold').fontSize(14).fillColor(ink);
  part(doc, 'H1', () => doc.text('寄付金受領証明書をお送りします', left, y, { width }));
  y = doc.y + 8;
  doc.font('regular').fontSize(10);
  const words =
    'このたびは、お品物でのご寄付をありがとうございました。団体が受け取った寄付金の証明書をお届けします。確定申告で寄付金控除を受けるときに、添付または保存してください。';
  part(doc, 'P', () => doc.text(words, left, y, { width, lineGap: 3 }));
  y = doc.y + 12;
  for (const { number, stated, amountYen } of papers.slice(0, mostListed)) {
    const text = `${number}　${stated.name}　${formatYen(amountYen)}円`;
    part(doc, 'P', () => doc.text(text, left, y, { width }));
    y = doc.y + 4;
  }
  const total = papers.reduce((sum, { amountYen }) => sum + amountYen, 0);
  const sum = `証明書 ${papers.length}通　合計 ${formatYen(total)}円`;
  doc.font('bold');
  part(doc, 'P', () => doc.text(sum, left, y + 4, { width }));
}
