import { receivedDayLabel } from '#giving/donations/two-days.ts';
import {
  box,
  fitting,
  ink,
  left,
  longDay,
  type Pen,
  red,
  rule,
  soft,
  width,
  write,
} from '#giving/receipts/page-drawing.server.ts';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { formatYen } from '#kit/values/yen.ts';
import { registrationLine } from './invoice.ts';
import { drawCharges } from './paper-charges.server.ts';
import { calendarYearOf, daysOf, periodLabel } from './period.ts';
import { linesOf, returnInWords, type StatementLine, statementStateLabels } from './statement.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';
import { yearLinesOf } from './year.ts';

/**
 * Draws the first page: payer, payee, amount, date and account, and the parts of the sum. Answers where its notes end on a
 * further page; undefined where they fit.
 */
export function drawSums(pen: Pen, paper: StatementPaper | YearPaper): number | undefined {
  drawHead(pen, paper);
  const parties = drawParties(pen, paper, 140);
  const amount = drawAmount(pen, paper, parties + 18);
  const facts = drawFacts(pen, factsOf(paper), amount + 14);
  const lines = paper.kind === 'year' ? yearLinesOf(paper.year) : linesOf(paper.statement);
  const sums = drawLines(pen, lines, facts + 26, paper);
  return drawNotes(pen, paper, drawCharges(pen, paper, sums + 18) + 12);
}

export const periodName = ({ year: { period } }: YearPaper): string => {
  const year = calendarYearOf(period);
  return year === undefined ? periodLabel(period) : `${year}年分`;
};

/** Draws number, day and title, and a mark if the money did not arrive. */
function drawHead(pen: Pen, paper: StatementPaper | YearPaper): void {
  const right = { align: 'right', color: soft } as const;
  const number =
    paper.kind === 'year'
      ? periodName(paper)
      : `明細書番号　${paper.statement.number || 'なし（以前の送金）'}`;
  write(pen, number, left, 50, right);
  const edition = paper.edition > 1 ? `（第${paper.edition}版）` : '';
  write(pen, `作成日　${longDay(paper.drawnOn)}${edition}`, left, 66, right);
  write(pen, '支払明細書', left, 92, {
    size: 24,
    isBold: true,
    align: 'center',
    characterSpacing: 5,
    tag: 'H1',
  });
  if (paper.kind === 'year' || paper.statement.state === 'confirmed') return;
  box(pen, [left, 50, 86, 30], { thickness: 1.6, color: red });
  write(pen, statementStateLabels[paper.statement.state], left, 53, {
    size: 16,
    isBold: true,
    color: red,
    width: 86,
    align: 'center',
  });
}

/** Draws the organisation on the left and the payer on the right. */
function drawParties(pen: Pen, paper: StatementPaper | YearPaper, from: number): number {
  const half = width / 2 - 12;
  const name = paper.kind === 'year' ? paper.associateName : paper.statement.associateName;
  // A name that needs two lines gets 御中 on its own line, so that it never breaks.
  const size = fitting(pen, `${name}　御中`, half - 8, 15, 9);
  const lines = size > 9 ? [`${name}　御中`] : [name, '御中'];
  let to = from;
  for (const text of lines) {
    to = write(pen, text, left, to, { size: Math.max(size, 10), isBold: true, width: half });
  }
  const { name: issuer, address, phone, registration } = paper.issuer;
  const at = left + width / 2 + 12;
  let y = write(pen, issuer, at, from, { size: 11, isBold: true, width: half });
  for (const text of [address, phone && `電話　${phone}`, registrationLine(registration)]) {
    if (text) y = write(pen, text, at, y + 2, { size: 9, width: half });
  }
  return Math.max(to, y);
}

function drawAmount(pen: Pen, paper: StatementPaper | YearPaper, from: number): number {
  const isVoid = paper.kind === 'remittance' && paper.statement.state !== 'confirmed';
  const { amountYen } = paper.kind === 'year' ? paper.year : paper.statement;
  box(pen, [left, from, width, 44], { thickness: 1, color: ink });
  const label = paper.kind === 'year' ? '1年間に団体へ届いた額' : 'お支払い額';
  write(pen, label, left + 16, from + 14, { color: soft });
  write(pen, `金 ${formatYen(amountYen)}円`, left, from + 7, {
    size: 21,
    isBold: true,
    align: 'center',
  });
  if (isVoid) {
    const mark = `（${statementStateLabels[paper.statement.state]}）`;
    write(pen, mark, left, from + 13, {
      width: width - 16,
      align: 'right',
      isBold: true,
      color: red,
    });
  }
  return from + 44;
}

type Fact = readonly [heading: string, text: string];

function factsOf(paper: StatementPaper | YearPaper): Fact[] {
  if (paper.kind === 'year') {
    const { period, remittances, voids } = paper.year;
    const { from, to } = daysOf(period);
    return [
      ['対象', `${longDay(from)}から${longDay(to)}までに団体へ届いた寄付と送金`],
      ['送金の回数', `${remittances}回${voids > 0 ? `（ほかに組戻し・取消 ${voids}件）` : ''}`],
    ];
  }
  const { periodFrom, periodTo, receivedOn, returnedOn, account } = paper.statement;
  const facts: Fact[] = [
    ['対象の期間', `${longDay(periodFrom)}から${longDay(periodTo)}まで`],
    [receivedDayLabel, receivedOn === null ? '' : longDay(receivedOn)],
    ['組戻しの日', returnedOn === null ? '' : longDay(returnedOn)],
    ['お振込先', account],
  ];
  return facts.filter(([, text]) => text !== '');
}

function drawFacts(pen: Pen, facts: readonly Fact[], from: number): number {
  let y = from;
  for (const [heading, text] of facts) {
    write(pen, heading, left + 6, y + 6, { color: soft, width: 100 });
    y = write(pen, text, left + 110, y + 6, { width: width - 116 }) + 4;
    rule(pen, y);
  }
  return y;
}

/** Draws additions, deductions and the total. */
function drawLines(
  pen: Pen,
  lines: readonly StatementLine[],
  from: number,
  paper: StatementPaper | YearPaper,
): number {
  const total = paper.kind === 'year' ? '団体へ届いた額' : 'お支払い額';
  write(pen, `${total}の内訳`, left, from, { size: 12, isBold: true, tag: 'H2' });
  let y = from + 22;
  rule(pen, y);
  for (const [label, yen, count] of lines) {
    const named = count === undefined || count === 0 ? label : `${label}（${formatYen(count)}件）`;
    write(pen, named, left + 6, y + 5, { width: 260 });
    write(pen, yenOf(yen), left, y + 5, { align: 'right', width: width - 6 });
    y += 24;
    rule(pen, y);
  }
  const { amountYen } = paper.kind === 'year' ? paper.year : paper.statement;
  write(pen, total, left + 6, y + 6, { isBold: true, size: 12 });
  write(pen, `${formatYen(amountYen)}円`, left, y + 6, {
    align: 'right',
    width: width - 6,
    isBold: true,
    size: 12,
  });
  y += 30;
  rule(pen, y);
  return y;
}

const yenOf = (yen: number): string => (yen < 0 ? `△ ${formatYen(-yen)}円` : `${formatYen(yen)}円`);

function notesOf(paper: StatementPaper | YearPaper): string[] {
  if (paper.kind === 'year') {
    const { returns, returnCount, period } = paper.year;
    const isOfReceipts = calendarYearOf(period) !== undefined;
    const more = returnCount - returns.length;
    return [
      `※ 寄付額は、この期間に団体へ届いた寄付の、いまの査定額と加算額の合計です。${isOfReceipts ? '受領証明書に書く額と同じです。' : ''}`,
      '※ 一件ずつの明細は、送金ごとの明細書と、この年のCSVファイルにあります。',
      ...returns.map(
        (one) =>
          `※ 明細書${one.number}は${longDay(one.returnedOn)}に組戻しとなりました（${one.reason}）。${returnInWords(one)}`,
      ),
      ...(more > 0 ? [`※ ほかに${more}件の組戻しがあります。`] : []),
      `※ ${receiptRule.sum}`,
    ];
  }
  const { statement, itemCount } = paper;
  const notes = [
    '※ 寄付額は、お品物の査定額と加算額の合計です。事務手数料と送料・作業費は、寄付が決まった日のご契約で計算しています。',
    `※ ${receiptRule.sum}`,
  ];
  if (statement.carriedCount > 0) {
    const { carriedGiftYen, carriedFeeYen, carriedHandlingYen } = statement;
    notes.push(
      `※ 繰り越しは、寄付額${formatYen(carriedGiftYen)}円から、事務手数料${formatYen(carriedFeeYen)}円と送料・作業費${formatYen(carriedHandlingYen)}円を差し引いた額です。`,
    );
  }
  for (const one of statement.paidAgain) {
    notes.push(
      `※ 組戻し分の再送金：明細書${one.number}（${longDay(one.returnedOn)}に組戻し）。${returnInWords(one)}`,
    );
  }
  if (itemCount === 0) notes.push('※ 以前の送金のため、一件ずつの明細は残っていません。');
  return notes;
}

/** What happened to money that did not arrive; '' if it arrived. */
function fateOf(paper: StatementPaper | YearPaper): string {
  if (paper.kind === 'year') return '';
  const { state, returnReason, returnedOn, cameBack } = paper.statement;
  if (state === 'confirmed') return '';
  if (state === 'withdrawn') {
    return '※ 着金の記録を取り消しています。着金を確かめられましたら、同じ番号の明細書を改めてお渡しします。';
  }
  const day = returnedOn === null ? '' : `${longDay(returnedOn)}に`;
  const next = cameBack === null ? '' : returnInWords(cameBack);
  return `※ この送金は${day}組戻しとなりました（${returnReason}）。${next}団体が負担する費用は、改めてお支払いする明細書でご請求します。`;
}

/** Upper edge of notes on a page of their own, and lowest position of any note. */
const [highest, lowest] = [56, 784];

function drawNotes(pen: Pen, paper: StatementPaper | YearPaper, from: number): number | undefined {
  const fate = fateOf(paper);
  let y = from;
  let isFurther = false;
  const put = (text: string, style: { size: number; color: string }) => {
    // Keeps the foot of the page free for its number.
    if (write({ ...pen, isDry: true }, text, left, y, style) > lowest) {
      pen.doc.addPage();
      isFurther = true;
      y = highest;
    }
    y = write(pen, text, left, y, style) + 4;
  };
  if (fate !== '') put(fate, { size: 10, color: red });
  for (const note of notesOf(paper)) put(note, { size: 8.5, color: soft });
  return isFurther ? y : undefined;
}
