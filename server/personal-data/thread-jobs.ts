import { deflatePiece } from './deflate-piece.ts';

export const archiveJobs = { deflatePiece };
