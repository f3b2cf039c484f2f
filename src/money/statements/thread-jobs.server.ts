import { drawStatement } from './draw-statement.server.ts';
import type { StatementPaper, YearPaper } from './statement-paper.server.ts';

export const statementJobs = {
  // A Buffer arrives from the thread as a plain Uint8Array.
  drawStatement: (paper: StatementPaper | YearPaper): Promise<Uint8Array> => drawStatement(paper),
};
