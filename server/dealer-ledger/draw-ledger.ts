import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type DealerEntry, entryWayLabels } from '#domain/dealer-ledger/dealer-entry.ts';
import { methodLabel } from '#domain/identity-checks/methods.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';

const require = createRequire(import.meta.url);
const fontFile = require.resolve(
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
);

/** What is printed: lines, and of which days of trade. */
export type LedgerPaper = {
  entries: readonly DealerEntry[];
  printedOn: string;
  from?: string | undefined;
  to?: string | undefined;
};

// A4 on its side, in points.
const page = { width: 841.89, height: 595.28, margin: 24 };
const top = 58;
const bottom = page.height - 34;
const size = 6.5;
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

/** Every column of the ledger, with its share of the width. */
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

/** Draws the ledger on A4 sheets on their sides, each with its headings, the days and its number. */
export async function drawLedger(paper: LedgerPaper): Promise<Uint8Array> {
  const [{ default: PDFDocument }, font] = await Promise.all([
    import('pdfkit'),
    readFile(fontFile),
  ]);
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    lang: 'ja-JP',
    bufferPages: true,
    info: { Title: '古物台帳' },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => done(Buffer.concat(chunks)));
    doc.on('error', fail);
  });
  doc.registerFont('regular', font).font('regular').fontSize(size);
  drawRows(doc, paper);
  drawMargins(doc, paper);
  doc.end();
  return whole;
}

function drawRows(doc: Doc, { entries }: LedgerPaper): void {
  const headings = columns.map(([heading]) => heading);
  let y = drawRow(doc, headings, top, '#efe6dc');
  for (const entry of entries) {
    const cells = columns.map(([, , cell]) => cell(entry));
    if (y + heightOf(doc, cells) > bottom) {
      doc.addPage();
      y = drawRow(doc, headings, top, '#efe6dc');
    }
    const from = y;
    y = drawRow(doc, cells, y);
    if (entry.correctedBy !== '') strike(doc, from);
  }
  if (entries.length === 0) doc.text('この期間の記入はありません。', page.margin, y + 8);
}

const heightOf = (doc: Doc, cells: readonly string[]): number =>
  2 * padding +
  Math.max(
    ...cells.map((text, index) =>
      doc.heightOfString(text || ' ', { width: (columns[index]?.[1] ?? 0) - 2 * padding }),
    ),
  );

/** Draws a row; returns where the next one begins. */
function drawRow(doc: Doc, cells: readonly string[], y: number, fill?: string): number {
  const height = heightOf(doc, cells);
  let x = page.margin;
  for (const [index, text] of cells.entries()) {
    const width = columns[index]?.[1] ?? 0;
    doc.rect(x, y, width, height).lineWidth(0.4);
    if (fill) doc.fillAndStroke(fill, '#9c9087');
    else doc.stroke('#9c9087');
    doc
      .fillColor('#262220')
      .text(text, x + padding, y + padding, { width: width - 2 * padding, height });
    x += width;
  }
  return y + height;
}

/** A line whose place another has taken stays to be read, struck through. */
function strike(doc: Doc, y: number): void {
  const middle = y + padding + size / 2 + 1;
  const width = columns.reduce((sum, [, wide]) => sum + wide, 0);
  doc
    .moveTo(page.margin, middle)
    .lineTo(page.margin + width, middle)
    .lineWidth(0.6)
    .stroke('#b3402a');
}

function drawMargins(doc: Doc, { from, to, printedOn, entries }: LedgerPaper): void {
  const days = from || to ? `${day(from ?? '')}から${day(to ?? '')}まで` : 'すべての期間';
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index);
    doc.fillColor('#262220').fontSize(13).text('古物台帳', page.margin, 22);
    doc
      .fontSize(8)
      .text(`取引の日：${days}　${entries.length}行　印刷 ${day(printedOn)}`, page.margin + 80, 27);
    doc.text(`${index + 1} / ${count}`, page.margin, 27, {
      width: page.width - 2 * page.margin,
      align: 'right',
    });
  }
}
