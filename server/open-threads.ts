import { extname, join } from 'node:path';
import type { ThreadJobs } from './thread-jobs.ts';
import { type PoolOptions, type Threads as ThreadPool, threadPool } from './threads/pool.ts';

/** Threads with the jobs registered by the nouns. */
export type Threads = ThreadPool<ThreadJobs>;

const file = join(import.meta.dirname, `thread${extname(import.meta.filename)}`);

/** Opens the pool; its threads start on demand. */
export const openThreads = (options: Partial<PoolOptions> = {}): Threads =>
  threadPool<ThreadJobs>({ file, ...options });
