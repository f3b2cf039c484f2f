import { extname, join } from 'node:path';
import type { ThreadJobs } from './thread-jobs.ts';
import { type PoolOptions, type Threads as ThreadPool, threadPool } from './threads/pool.ts';

/** Threads for the jobs that the nouns have registered. */
export type Threads = ThreadPool<ThreadJobs>;

const file = join(import.meta.dirname, `thread${extname(import.meta.filename)}`);

/** Opens the pool; its threads start when they are needed. */
export const openThreads = (options: Partial<PoolOptions> = {}): Threads =>
  threadPool<ThreadJobs>({ file, ...options });
