import { drawPost, type PostPaper } from './draw-post.ts';

export const receiptRunJobs = {
  drawPost: (paper: PostPaper): Promise<Uint8Array> => drawPost(paper),
};
