import { serveJobs } from '#kit/threads/serve-jobs.server.ts';
import { threadJobs } from './thread-jobs.server.ts';

// Entry file of each thread: beside open-threads.ts in the sources, beside the bundle in the build.
serveJobs(threadJobs);
