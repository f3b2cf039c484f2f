import { decoration, group, part, writePaper } from '#kit/papers/paper.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { methodLabel } from '#warehouse/identity-checks/methods.ts';
import { type DealerEntry, entryWayLabels } from './dealer-entry.ts';

/** Content of a print: lines, and their range of days of trade. */
export type LedgerPaper = {
  entries: readonly DealerEntry[];
  printedOn: string;
  from?: string | undefined;
  to?: string | undefined;
};

// A4 landscape, in points.
const page = { width: 841.89, height: 595.28, margin: 24 };
const top = 58;
const bottom = page.height - 34;
const textSize = 6.5;
const padding = 2.5;

const day = (text: string | null) => (text === null || text === '' ? '' : formatDate(text));
const letterOf = ({ letterNumber, letterSentOn, letterDeliveredOn }: DealerEntry) =>
  [
    letterNumber,
    letterSentOn && `発送 ${day(letterSentOn)}`,
    letterDeliveredOn && `到達 ${day(letterDeliveredOn)}`,
  ]
    .filter(Boolean)
    .join('\n');
const notesOf = ({ taxNote, corrects, correctedBy, correctionReason, way }: DealerEntry) =>
  [
    taxNote,
    corrects && `${corrects}の${way === 'cancelled' ? '取消し' : '訂正'}：${correctionReason}`,
    correctedBy && `${correctedBy}へ訂正`,
  ]
    .filter(Boolean)
    .join('\n');

/** Columns of the ledger, with their widths. */
const columns: readonly [heading: string, width: number, cell: (entry: DealerEntry) => string][] = [
  ['番号', 50, ({ number }) => number],
  ['取引の日', 44, ({ tradedOn }) => day(tradedOn)],
  ['区分', 28, ({ way }) => entryWayLabels[way]],
  ['品目', 50, ({ kind }) => kind],
  ['数量', 22, ({ quantity }) => String(quantity)],
  ['特徴', 102, ({ feature }) => feature],
  ['代価（円）', 42, ({ priceYen }) => formatYen(priceYen)],
  ['氏名', 54, ({ partyName }) => partyName],
  ['住所', 96, ({ partyAddress }) => partyAddress],
  ['職業', 42, ({ partyOccupation }) => partyOccupation],
  ['年齢', 20, ({ partyAge }) => String(partyAge)],
  ['確認の方法', 62, ({ identityMethod }) => methodLabel(identityMethod)],
  ['郵便', 66, letterOf],
  ['申込番号・備考', 62, (entry) => [entry.appraisalId, notesOf(entry)].filter(Boolean).join('\n')],
  [
    '記入・保存',
    54,
    ({ enteredBy, enteredAt, keptUntil }) =>
      `${enteredBy}\n${formatDate(enteredAt)}\n${day(keptUntil)}まで`,
  ],
];

type Doc = PDFKit.PDFDocument;

/** Draws the ledger on A4 landscape sheets, each with headings, range of days and page number. */
export function drawLedger(paper: LedgerPaper): Promise<Uint8Array> {
  const size = [page.width, page.height] as [number, number];
  return writePaper({ title: '古物台帳', size, bufferPages: true }, (doc) => {
    drawHead(doc, paper, (tag, draw) => part(doc, tag, draw));
    doc.font('regular').fontSize(textSize);
    drawRows(doc, paper);
    drawMargins(doc, paper);
  });
}

function drawRows(doc: Doc, { entries }: LedgerPaper): void {
  const headings = columns.map(([heading]) => heading);
  let y = top;
  group(doc, 'Table', () => {
    y = drawRow(doc, headings, y, true);
    for (const entry of entries) {
      const cells = columns.map(([, , cell]) => cell(entry));
      if (y + heightOf(doc, cells) > bottom) {
        doc.addPage();
        y = drawRow(doc, headings, top, true);
      }
      const from = y;
      y = drawRow(doc, cells, y);
      if (entry.correctedBy !== '') decoration(doc, () => strikeThrough(doc, from));
    }
  });
  if (entries.length > 0) return;
  part(doc, 'P', () => doc.text('この期間の記入はありません。', page.margin, y + 8));
}

const heightOf = (doc: Doc, cells: readonly string[]): number =>
  2 * padding +
  Math.max(
    ...cells.map((text, index) =>
      doc.heightOfString(text || ' ', { width: (columns[index]?.[1] ?? 0) - 2 * padding }),
    ),
  );

/** Draws a row; returns the position of the next. */
function drawRow(doc: Doc, cells: readonly string[], y: number, isHead = false): number {
  const height = heightOf(doc, cells);
  decoration(doc, () => drawBoxes(doc, y, height, isHead));
  doc.fillColor('#262220');
  let x = page.margin;
  group(doc, 'TR', () => {
    for (const [index, text] of cells.entries()) {
      const width = columns[index]?.[1] ?? 0;
      const from = x;
      part(doc, isHead ? 'TH' : 'TD', () =>
        doc.text(text, from + padding, y + padding, { width: width - 2 * padding, height }),
      );
      x += width;
    }
  });
  return y + height;
}

function drawBoxes(doc: Doc, y: number, height: number, isHead: boolean): void {
  let x = page.margin;
  for (const [, width] of columns) {
    doc.rect(x, y, width, height).lineWidth(0.4);
    if (isHead) doc.fillAndStroke('#efe6dc', '#9c9087');
    else doc.stroke('#9c9087');
    x += width;
  }
}

/** Strikes a replaced line through, still legible. */
function strikeThrough(doc: Doc, y: number): void {
  const middle = y + padding + textSize / 2 + 1;
  const width = columns.reduce((sum, [, wide]) => sum + wide, 0);
  doc
    .moveTo(page.margin, middle)
    .lineTo(page.margin + width, middle)
    .lineWidth(0.6)
    .stroke('#b3402a');
}

/** Title of the first sheet. */
function drawHead(
  doc: Doc,
  { from, to, printedOn, entries }: LedgerPaper,
  put: (tag: 'H1' | 'P', draw: () => void) => void,
): void {
  const days = from || to ? `${day(from ?? '')}から${day(to ?? '')}まで` : 'すべての期間';
  const facts = `取引の日：${days}　${entries.length}行　印刷 ${day(printedOn)}`;
  doc.font('regular').fillColor('#262220').fontSize(13);
  put('H1', () => doc.text('古物台帳', page.margin, 22));
  doc.fontSize(8);
  put('P', () => doc.text(facts, page.margin + 80, 27));
}

/** Headers of later sheets, hidden from screen readers as repetitions, and page numbers. */
function drawMargins(doc: Doc, paper: LedgerPaper): void {
  const { count } = doc.bufferedPageRange();
  const right = { width: page.width - 2 * page.margin, align: 'right' } as const;
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index);
    if (index > 0) drawHead(doc, paper, (_, draw) => decoration(doc, draw));
    doc.fontSize(8);
    decoration(doc, () => doc.text(`${index + 1}/${count}`, page.margin, 27, right));
  }
}
