import { drawStatement } from './draw-statement.ts';
import type { StatementPaper, YearPaper } from './statement-paper.ts';

export const statementJobs = {
  // A Buffer arrives as plain bytes.
  drawStatement: (paper: StatementPaper | YearPaper): Promise<Uint8Array> => drawStatement(paper),
};
