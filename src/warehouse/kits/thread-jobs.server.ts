import {
  drawLabels,
  drawPackingSlips,
  type LabelJob,
  type PackingJob,
} from './draw-labels.server.ts';

export const kitJobs = {
  // A Buffer arrives from the thread as a plain Uint8Array.
  drawLabels: (job: LabelJob): Promise<Uint8Array> => drawLabels(job),
  drawPackingSlips: (job: PackingJob): Promise<Uint8Array> => drawPackingSlips(job),
};
