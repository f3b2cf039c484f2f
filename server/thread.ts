import { threadJobs } from './thread-jobs.ts';
import { serveJobs } from './threads/serve-jobs.ts';

// Entry file of each thread: beside open-threads.ts in the sources, beside the bundle in the build.
serveJobs(threadJobs);
