import { drawPost, type PostPaper } from './draw-post.server.ts';

export const receiptRunJobs = {
  drawPost: (paper: PostPaper): Promise<Uint8Array> => drawPost(paper),
};
