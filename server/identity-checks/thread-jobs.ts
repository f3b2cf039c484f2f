import { drawLabels, type LabelPaper } from './draw-labels.ts';

export const identityJobs = {
  drawLetterLabels: (paper: LabelPaper): Promise<Uint8Array> => drawLabels(paper),
};
