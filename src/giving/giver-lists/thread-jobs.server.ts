import { type CopiesPaper, drawCopies } from './draw-copies.server.ts';
import { drawGiverList, type GiverPaper } from './draw-giver-list.server.ts';

export const giverListJobs = {
  drawGiverList: (paper: GiverPaper): Promise<Uint8Array> => drawGiverList(paper),
  drawCopies: (paper: CopiesPaper): Promise<Uint8Array> => drawCopies(paper),
};
