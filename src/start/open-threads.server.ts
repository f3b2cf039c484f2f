import { join } from 'node:path';
import {
  type PoolOptions,
  type Threads as ThreadPool,
  threadPool,
} from '#kit/threads/pool.server.ts';
import type { ThreadJobs } from './thread-jobs.server.ts';

/** Threads with the jobs registered by the nouns. */
export type Threads = ThreadPool<ThreadJobs>;

/** In a build beside the bundle, else beside this file. */
const name = import.meta.filename.endsWith('.ts') ? 'thread.server.ts' : 'thread.js';
const file = join(import.meta.dirname, name);

/** Opens the pool; its threads start on demand. */
export const openThreads = (options: Partial<PoolOptions> = {}): Threads =>
  threadPool<ThreadJobs>({ file, ...options });
