import { drawLabels, drawPackingSlips, type LabelJob, type PackingJob } from './draw-labels.ts';

export const kitJobs = {
  // A Buffer arrives as plain bytes.
  drawLabels: (job: LabelJob): Promise<Uint8Array> => drawLabels(job),
  drawPackingSlips: (job: PackingJob): Promise<Uint8Array> => drawPackingSlips(job),
};
