import { writeFaultyRows } from './faulty-rows.ts';
import { readUpload } from './read-upload.ts';

export const resultJobs = { readUpload, writeFaultyRows };
