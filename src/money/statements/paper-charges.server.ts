import {
  left,
  longDay,
  type Pen,
  rule,
  soft,
  width,
  write,
} from '#giving/receipts/page-drawing.server.ts';
import { formatYen } from '#kit/values/yen.ts';
import { taxRate } from './invoice.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';

const [highest, lowest] = [56, 784];
const rowHeight = 20;

type Row = readonly [label: string, yen: number, isBold?: true];

/**
 * Draws the charges to the organisation with everything an invoice must state: service, dates, sum by rate with its
 * tax, issuer and recipient. A year adds up its statements and is no invoice. Returns the lower edge.
 */
export function drawCharges(pen: Pen, paper: StatementPaper | YearPaper, from: number): number {
  const { title, told, rows } = chargesOf(paper);
  if (rows.length === 0) return from;
  let y = from;
  if (from + 40 + rows.length * rowHeight > lowest) {
    pen.doc.addPage();
    y = highest;
  }
  write(pen, title, left, y, { size: 12, isBold: true, tag: 'H2' });
  y = write(pen, told, left, y + 18, { size: 8.5, color: soft }) + 3;
  rule(pen, y);
  for (const [label, yen, isBold = false] of rows) {
    write(pen, label, left + 6, y + 4, { size: 9.5, width: 330, isBold });
    const amount = yen < 0 ? `△ ${formatYen(-yen)}円` : `${formatYen(yen)}円`;
    write(pen, amount, left, y + 4, { size: 9.5, align: 'right', width: width - 6, isBold });
    y += rowHeight;
    rule(pen, y);
  }
  return y;
}

function chargesOf(paper: StatementPaper | YearPaper): {
  title: string;
  told: string;
  rows: Row[];
} {
  if (paper.kind === 'year') {
    const { chargedYen, taxYen } = paper.year;
    return {
      title: '送金ごとの明細書でご請求した費用の合計',
      told: '請求書は送金ごとの明細書です。消費税額は、明細書ごとの額を合計しています。',
      rows: [
        [`${taxRate}%対象（税込）`, chargedYen],
        ['うち消費税額', taxYen],
      ],
    };
  }
  const { invoice, issuer, statement } = paper;
  const { feeYen, handlingYen, chargedYen, taxYen, recipientName } = invoice;
  // Money that did not arrive is charged with the transfer that replaces it.
  if (statement.state !== 'confirmed') return { title: '', told: '', rows: [] };
  const days = `${longDay(statement.periodFrom)}から${longDay(statement.periodTo)}まで`;
  const known = issuer.registration === '' ? '' : '適格請求書・';
  return {
    title: `団体が負担する費用（${known}${taxRate}%対象）`,
    told: `ご請求先：${recipientName} 御中　内容：寄付の受付・査定・送金の代行　取引の期間：${days}（一件ずつの日付は明細のとおり）　お支払い額から差し引いています。`,
    rows: [
      ['事務手数料（税込）', feeYen],
      ['送料・作業費（税込）', handlingYen],
      [`${taxRate}%対象 合計（税込）`, chargedYen, true],
      [`うち消費税額（${taxRate}%）`, taxYen],
    ],
  };
}
