import { left, type Pen, rule, soft, width, write } from '#giving/receipts/page-drawing.server.ts';
import { decoration, group, part } from '#kit/papers/paper.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type Statement,
  type StatementItem,
  statementItemLabels,
  statementStateLabels,
} from './statement.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';

type Column<Row> = {
  heading: string;
  /** Width in points; together the columns fill the page. */
  wide: number;
  isNumber?: boolean;
  cell: (row: Row) => string;
};

const top = 56;
const bottom = 784;
const padding = 3;
const size = 8;

const amount = (yen: number) => (yen === 0 ? '' : yen < 0 ? `△${formatYen(-yen)}` : formatYen(yen));

/** Describes a line, with its reason if there is one. */
const describeItem = ({ kind, isCarried, giftNumber, about, reason }: StatementItem): string =>
  [
    `${statementItemLabels[kind]}${isCarried ? '（繰り越し）' : ''}`,
    giftNumber,
    about,
    // In one paragraph: a break after each character would make a row longer than the page.
    reason && `理由：${reason.replace(/\s+/g, ' ')}`,
  ]
    .filter(Boolean)
    .join('　');

const itemColumns: readonly Column<StatementItem>[] = [
  { heading: '日付', wide: 56, cell: ({ day }) => formatDate(day) },
  { heading: '内容', wide: 183, cell: describeItem },
  { heading: '寄付額', wide: 52, isNumber: true, cell: ({ giftYen }) => amount(giftYen) },
  { heading: '手数料', wide: 48, isNumber: true, cell: ({ feeYen }) => amount(-feeYen) },
  {
    heading: '送料・作業費',
    wide: 56,
    isNumber: true,
    cell: ({ handlingYen }) => amount(-handlingYen),
  },
  {
    heading: '差引額',
    wide: 56,
    isNumber: true,
    cell: ({ amountYen }) => amount(amountYen) || '0',
  },
];

/** Puts amounts that did not arrive in brackets: they are not part of the sum. */
const paidOf = ({ state, amountYen }: Statement): string =>
  state === 'confirmed' ? amount(amountYen) : `（${formatYen(amountYen)}）`;

const statementColumns: readonly Column<Statement>[] = [
  {
    heading: '届いた日',
    wide: 60,
    cell: ({ receivedOn }) => (receivedOn ? formatDate(receivedOn) : ''),
  },
  { heading: '明細書番号', wide: 84, cell: ({ number }) => number || '以前の送金' },
  {
    heading: '状態',
    wide: 50,
    cell: ({ state }) => statementStateLabels[state],
  },
  {
    heading: '寄付の件数',
    wide: 56,
    isNumber: true,
    cell: ({ giftCount, carriedCount }) => amount(giftCount + carriedCount),
  },
  {
    heading: '寄付額',
    wide: 66,
    isNumber: true,
    cell: ({ giftYen, carriedGiftYen }) => amount(giftYen + carriedGiftYen),
  },
  {
    heading: '費用',
    wide: 66,
    isNumber: true,
    cell: (one) =>
      amount(-(one.feeYen + one.handlingYen + one.carriedFeeYen + one.carriedHandlingYen)),
  },
  { heading: 'お支払い額', wide: 69, isNumber: true, cell: paidOf },
];

/** Draws a remittance's lines on the pages after its sums, with the number of lines not shown. */
export function drawItems(
  pen: Pen,
  { items, itemCount }: StatementPaper,
  after: number | undefined,
): void {
  const from = beginOf(pen, after);
  const more = itemCount - items.length;
  const told =
    more > 0
      ? `全${formatYen(itemCount)}件のうち、はじめの${formatYen(items.length)}件です。すべての明細はCSVファイルにあります。`
      : `全${formatYen(itemCount)}件`;
  const table = { title: '明細', told, columns: itemColumns, rows: items };
  const y = drawTable(pen, table, from);
  if (more > 0) return;
  const sum = items.reduce((yen, { amountYen }) => yen + amountYen, 0);
  drawSum(pen, y, sum);
}

/** Draws the list of a year's statements. */
export function drawStatements(
  pen: Pen,
  { statements, year }: YearPaper,
  after: number | undefined,
): void {
  const from = beginOf(pen, after);
  const told = `${formatYen(statements.length)}件。組戻しと取消は、合計に入っていません。`;
  const table = { title: '送金の一覧', told, columns: statementColumns, rows: statements };
  drawSum(pen, drawTable(pen, table, from), year.amountYen);
}

/** Where a table begins: below notes that stand alone on a page and leave half of it, else on a page of its own. */
function beginOf(pen: Pen, after: number | undefined): number {
  if (after !== undefined && after < bottom / 2) return after + 24;
  pen.doc.addPage();
  return top;
}

type Table<Row> = {
  title: string;
  told: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
};

/** Draws a table across pages, repeating its headings; returns the lower edge. */
function drawTable<Row>(
  pen: Pen,
  { title, told, columns, rows }: Table<Row>,
  from: number,
): number {
  write(pen, title, left, from, { size: 13, isBold: true, tag: 'H2' });
  write(pen, told, left, from + 5, { size: 8.5, color: soft, align: 'right' });
  const headings = columns.map(({ heading }) => heading);
  let y = from + 28;
  group(pen.doc, 'Table', () => {
    y = drawCells(pen, columns, headings, y, true);
    for (const row of rows) {
      const cells = columns.map(({ cell }) => cell(row));
      if (y + heightOf(pen, columns, cells) > bottom) {
        pen.doc.addPage();
        y = drawCells(pen, columns, headings, top, true);
      }
      y = drawCells(pen, columns, cells, y, false);
    }
  });
  return y;
}

/** Height of one line, unless a text cell needs more. */
function heightOf<Row>(
  { doc }: Pen,
  columns: readonly Column<Row>[],
  cells: readonly string[],
): number {
  doc.font('regular').fontSize(size);
  const line = doc.currentLineHeight(true);
  const lines = columns.map(({ isNumber, wide }, index) => {
    const text = cells[index] ?? '';
    const room = wide - 2 * padding;
    return isNumber || text.length * size <= room
      ? line
      : doc.heightOfString(text, { width: room });
  });
  return 2 * padding + Math.max(line, ...lines);
}

function drawCells<Row>(
  pen: Pen,
  columns: readonly Column<Row>[],
  cells: readonly string[],
  y: number,
  isHead: boolean,
): number {
  const height = heightOf(pen, columns, cells);
  const { doc } = pen;
  if (isHead) decoration(doc, () => doc.rect(left, y, width, height).fill('#efe6dc'));
  const tag = isHead ? 'TH' : 'TD';
  let x = left;
  group(doc, 'TR', () => {
    for (const [index, { wide, isNumber }] of columns.entries()) {
      const text = cells[index] ?? '';
      if (text !== '') {
        write(pen, text, x + padding, y + padding, {
          size,
          isBold: isHead,
          width: wide - 2 * padding,
          height: height,
          lineGap: 0,
          align: isNumber ? 'right' : 'left',
          tag,
        });
      } else part(doc, tag, () => undefined);
      x += wide;
    }
  });
  rule(pen, y + height);
  return y + height;
}

function drawSum(pen: Pen, above: number, yen: number): void {
  let y = above;
  if (y + 24 > bottom) {
    pen.doc.addPage();
    y = top;
  }
  write(pen, '合計', left + padding, y + 6, { isBold: true });
  write(pen, `${formatYen(yen)}円`, left, y + 6, {
    isBold: true,
    align: 'right',
    width: width - padding,
  });
}
