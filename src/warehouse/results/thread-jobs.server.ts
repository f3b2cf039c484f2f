import { writeFaultyRows } from './faulty-rows.server.ts';
import { readUpload } from './read-upload.server.ts';

export const resultJobs = { readUpload, writeFaultyRows };
