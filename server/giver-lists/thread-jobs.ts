import { drawGiverList, type GiverPaper } from './draw-giver-list.ts';

export const giverListJobs = {
  drawGiverList: (paper: GiverPaper): Promise<Uint8Array> => drawGiverList(paper),
};
