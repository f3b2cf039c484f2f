import { deflatePiece } from './deflate-piece.server.ts';

export const archiveJobs = { deflatePiece };
