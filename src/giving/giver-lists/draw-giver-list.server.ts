import { decoration, group, type PartTag, part, writePaper } from '#kit/papers/paper.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { periodLabel } from '#money/statements/period.ts';
import { type Giver, type GiverYear, unnamedOf } from './giver-list.ts';

/** Content of a file: some of a year's gifts by name, and the year's totals. */
export type GiverPaper = {
  associateName: string;
  year: GiverYear;
  givers: readonly Giver[];
  /** Whether another file continues the list. */
  goesOn: boolean;
  drawnOn: string;
};

type Doc = PDFKit.PDFDocument;

// A4 in points.
const page = { width: 595.28, height: 841.89, margin: 40 };
const top = 112;
const bottom = page.height - 44;
const size = 8.5;
const padding = 4;
const ink = '#262220';
const line = '#9c9087';

const columns: readonly [
  heading: string,
  width: number,
  cell: (giver: Giver) => string,
  align?: 'right',
][] = [
  ['受領年月日', 62, ({ receivedOn }) => formatDate(receivedOn)],
  ['氏名（名称）', 92, ({ name }) => name],
  ['住所', 202, ({ address }) => address],
  ['寄附金の額（円）', 70, ({ amountYen }) => formatYen(amountYen), 'right'],
  ['寄付番号', 89, ({ giftNumber }) => giftNumber],
];

/** Draws 寄附者名簿 on A4, with headings on every sheet and the year's totals at the end of each file. */
export function drawGiverList(paper: GiverPaper): Promise<Uint8Array> {
  const options = { title: `寄附者名簿 ${periodLabel(paper.year.period)}`, bufferPages: true };
  return writePaper({ ...options, author: paper.associateName }, (doc) => {
    drawHead(doc, paper, (tag, draw) => part(doc, tag, draw));
    const y = drawRows(doc, paper.givers);
    drawSums(doc, paper, y);
    drawMargins(doc, paper);
  });
}

function drawRows(doc: Doc, givers: readonly Giver[]): number {
  const headings = columns.map(([heading]) => heading);
  let y = top;
  group(doc, 'Table', () => {
    y = drawRow(doc, headings, y, true);
    for (const giver of givers) {
      const cells = columns.map(([, , cell]) => cell(giver));
      if (y + heightOf(doc, cells) > bottom) {
        doc.addPage();
        y = drawRow(doc, headings, top, true);
      }
      y = drawRow(doc, cells, y);
    }
  });
  return y;
}

const heightOf = (doc: Doc, cells: readonly string[]): number => {
  doc.font('regular').fontSize(size);
  const heights = cells.map((text, index) =>
    doc.heightOfString(text || ' ', { width: (columns[index]?.[1] ?? 0) - 2 * padding }),
  );
  return 2 * padding + Math.max(...heights);
};

/** Draws a row; returns the position of the next. */
function drawRow(doc: Doc, cells: readonly string[], y: number, isHead = false): number {
  const height = heightOf(doc, cells);
  let x = page.margin;
  group(doc, 'TR', () => {
    for (const [index, text] of cells.entries()) {
      const [, width = 0, , align = 'left'] = columns[index] ?? [];
      const from = x;
      decoration(doc, () => {
        doc.rect(from, y, width, height).lineWidth(0.4);
        if (isHead) doc.fillAndStroke('#efe6dc', line);
        else doc.stroke(line);
      });
      doc.fillColor(ink);
      const room = { width: width - 2 * padding, align: isHead ? 'left' : align } as const;
      part(doc, isHead ? 'TH' : 'TD', () => doc.text(text, from + padding, y + padding, room));
      x += width;
    }
  });
  return y + height;
}

/** Named, unnamed and all gifts: the totals of the year's statements. */
function drawSums(doc: Doc, { year, givers, goesOn }: GiverPaper, above: number): void {
  const unnamed = unnamedOf(year);
  const drawnYen = givers.reduce((sum, { amountYen }) => sum + amountYen, 0);
  const isPart = goesOn || givers.length < year.namedCount;
  const lines: (readonly [string, number, number])[] = [
    ...(isPart ? [['このファイルの寄付', givers.length, drawnYen] as const] : []),
    ['氏名を記載した寄付', year.namedCount, year.namedYen],
    ['氏名の記載に同意されていない方', unnamed.count, unnamed.yen],
    ['事業年度に受け取った寄付の合計', year.giftCount, year.giftYen],
  ];
  let y = above + 14;
  if (y + lines.length * 17 > bottom) {
    doc.addPage();
    y = top;
  }
  for (const [index, [label, count, yen]] of lines.entries()) {
    doc
      .font(index === lines.length - 1 ? 'bold' : 'regular')
      .fontSize(9.5)
      .fillColor(ink);
    const at = y;
    part(doc, 'P', () =>
      doc.text(`${label}　${formatYen(count)}件　${formatYen(yen)}円`, page.margin, at, {
        width: page.width - 2 * page.margin,
        align: 'right',
      }),
    );
    y += 17;
  }
}

function drawHead(
  doc: Doc,
  { associateName, year, drawnOn }: GiverPaper,
  put: (tag: PartTag, draw: () => void) => void,
): void {
  const { margin } = page;
  const room = { width: page.width - 2 * margin };
  doc.font('bold').fontSize(17).fillColor(ink);
  put('H1', () => doc.text('寄附者名簿', margin, 36, room));
  doc.font('regular').fontSize(9.5);
  put('P', () =>
    doc.text(`${associateName}　事業年度：${periodLabel(year.period)}`, margin, 64, room),
  );
  doc.fontSize(7.5);
  const note = `${formatDate(drawnOn)}作成。受領証明書を希望された方と、この団体の名義の受領証明書を発行された方を、団体が寄付金を受け取った日の順に記載しています。`;
  put('P', () => doc.text(note, margin, 82, room));
}

/** Headers of later sheets, hidden from screen readers as repetitions, and page numbers. */
function drawMargins(doc: Doc, paper: GiverPaper): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index);
    if (index > 0) drawHead(doc, paper, (_, draw) => decoration(doc, draw));
    doc.font('regular').fontSize(8).fillColor(ink);
    decoration(doc, () =>
      doc.text(`${index + 1}/${count}`, page.margin, 42, {
        width: page.width - 2 * page.margin,
        align: 'right',
      }),
    );
  }
}
