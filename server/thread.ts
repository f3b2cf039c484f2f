import { threadJobs } from './thread-jobs.ts';
import { serveJobs } from './threads/serve-jobs.ts';

// The file that each thread runs: beside open-threads.ts in the sources, beside the bundle in the build.
serveJobs(threadJobs);
