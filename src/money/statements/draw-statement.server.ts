import { drawSampleMark, left, soft, width, write } from '#giving/receipts/page-drawing.server.ts';
import { writePaper } from '#kit/papers/paper.server.ts';
import { drawSums, periodName } from './paper-sums.server.ts';
import { drawItems, drawStatements } from './paper-tables.server.ts';
import { statementTitle } from './statement.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';

/** Draws a statement as an A4 PDF: a page of sums, then the lines behind them. Runs in a thread (src/kit/threads). */
export function drawStatement(paper: StatementPaper | YearPaper): Promise<Buffer> {
  const options = { title: titleOf(paper), author: paper.issuer.name, bufferPages: true };
  return writePaper(options, (doc) => {
    const pen = { doc, scale: 1, isDry: false };
    const after = drawSums(pen, paper);
    if (paper.kind === 'year') drawStatements(pen, paper, after);
    else if (paper.items.length > 0) drawItems(pen, paper, after);
    drawMargins(pen, paper);
  });
}

const titleOf = (paper: StatementPaper | YearPaper): string =>
  paper.kind === 'year' ? `支払明細書 ${periodName(paper)}` : statementTitle(paper.statement);

/** Draws the paper's name and the page number at the foot of each page. */
function drawMargins(pen: Parameters<typeof write>[0], paper: StatementPaper | YearPaper): void {
  const { count } = pen.doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pen.doc.switchToPage(index);
    if (paper.isSample) drawSampleMark(pen);
    const small = { size: 8, color: soft, tag: 'decoration' } as const;
    write(pen, titleOf(paper), left, 800, { ...small, width: width - 80, lineBreak: false });
    write(pen, `${index + 1}/${count}`, left, 800, { ...small, align: 'right' });
  }
}
