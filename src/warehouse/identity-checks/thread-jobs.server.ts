import { drawLetterLabels, type LabelPaper } from './draw-letter-labels.server.ts';

export const identityJobs = {
  drawLetterLabels: (paper: LabelPaper): Promise<Uint8Array> => drawLetterLabels(paper),
};
