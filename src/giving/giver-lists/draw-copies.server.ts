import { drawPages } from '#giving/receipts/draw-receipt.server.ts';
import type { ReceiptPaper } from '#giving/receipts/receipt-paper.server.ts';
import { decoration, group, part, writePaper } from '#kit/papers/paper.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type CopyBasis,
  type CopyYear,
  copyBasisLabels,
  copyStateLabels,
  type ReceiptCopy,
} from './receipt-copy.ts';

/** Content of a file: some of a year's receipts with their states, and the year's totals. */
export type CopiesPaper = {
  associateName: string;
  basis: CopyBasis;
  year: CopyYear;
  copies: readonly { copy: ReceiptCopy; paper: ReceiptPaper }[];
  /** Whether another file continues the list. */
  goesOn: boolean;
  drawnOn: string;
};

type Doc = PDFKit.PDFDocument;

// A4 in points.
const page = { width: 595.28, margin: 56 };
const red = '#b3402a';
const ink = '#262220';

/** Draws the year's totals, then each receipt as issued, marked 控え with its present state. */
export function drawCopies(paper: CopiesPaper): Promise<Uint8Array> {
  const { associateName, copies } = paper;
  const title = `受領証明書の控え ${titleOf(paper)}`;
  return writePaper({ title, author: associateName, bufferPages: true }, (doc) => {
    drawCover(doc, paper);
    for (const { copy, paper: one } of copies) {
      doc.addPage();
      const first = doc.bufferedPageRange().count - 1;
      group(doc, 'Sect', () => {
        part(doc, 'P', () => drawMark(doc, copy));
        drawPages(doc, one);
      });
      const { count } = doc.bufferedPageRange();
      for (let index = first + 1; index < count; index++) {
        doc.switchToPage(index);
        decoration(doc, () => drawMark(doc, copy));
      }
    }
  });
}

const titleOf = ({ basis, year }: CopiesPaper) => `${copyBasisLabels[basis]} ${year.year}年`;

/** 有効, or when and why it ended. */
function stateOf({ state, endedOn, reason, replacedBy }: ReceiptCopy): string {
  if (state === 'valid') return copyStateLabels.valid;
  const next = replacedBy === '' ? '' : `、番号${replacedBy}へ`;
  return `${copyStateLabels[state]}（${formatDate(endedOn)}、${reason}${next}）`;
}

/** Mark above the receipt's frame. */
function drawMark(doc: Doc, copy: ReceiptCopy): void {
  doc
    .font('bold')
    .fontSize(10)
    .fillColor(copy.state === 'valid' ? ink : red);
  const width = page.width - 2 * page.margin;
  const text = `控え　${stateOf(copy)}`;
  const size = Math.max(5, Math.min(10, (10 * width) / doc.widthOfString(text)));
  doc.fontSize(size).text(text, page.margin, 16, { width, height: 16 });
}

function drawCover(doc: Doc, paper: CopiesPaper): void {
  const { associateName, year, copies, goesOn, drawnOn } = paper;
  const { validCount, validYen, replacedCount, voidCount } = year;
  const all = validCount + replacedCount + voidCount;
  const isPart = goesOn || copies.length < all;
  const range = isPart
    ? [
        `このファイル　${copies[0]?.copy.number}から${copies.at(-1)?.copy.number}まで ${copies.length}通`,
      ]
    : [];
  const lines = [
    ...range,
    `発行した証明書　${formatYen(all)}通`,
    `うち有効　${formatYen(validCount)}通　${formatYen(validYen)}円`,
    `うち差し替え　${formatYen(replacedCount)}通（金額は差し替え後の証明書に含みます）`,
    `うち無効　${formatYen(voidCount)}通（金額は合計に含みません）`,
    '同じ寄付に有効な証明書は1通だけです。合計は、有効な証明書だけを足した額です。',
  ];
  let y = 72;
  const put = (text: string, size: number, tag: 'H1' | 'P') => {
    doc
      .font(tag === 'H1' ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(ink);
    part(doc, tag, () => doc.text(text, page.margin, y, { width: page.width - 2 * page.margin }));
    y = doc.y + 9;
  };
  put('寄付金受領証明書の控え', 20, 'H1');
  put(associateName, 13, 'P');
  put(`${titleOf(paper)}　${formatDate(drawnOn)}作成`, 11, 'P');
  y += 8;
  for (const text of lines) put(text, 11, 'P');
}
