import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';
import type { JobInput, JobResult, Jobs } from './jobs.server.ts';
import { type Answer, type Order, ownMemory } from './message.server.ts';

export type RunOptions = {
  /** Time limit once the job has its thread. */
  limitMs: number;
  /** Transfers the input's bytes instead of copying; they are empty afterwards. */
  handsOver?: boolean;
  /** Never refused for a long queue: for parts of a response that has begun. */
  isAlwaysQueued?: boolean;
  /** Ends the thread after the job, to free memory that a large job leaves it with. */
  endsThread?: boolean;
};

/** Threads for work that would block the event loop. */
export type Threads<All extends Jobs> = {
  /**
   * Runs a job in a thread. Refuses (ServiceUnavailable) while too many wait, at the time limit, and when the process
   * ends; passes on the job's own refusals.
   */
  run<Name extends keyof All & string>(
    name: Name,
    input: JobInput<All, Name>,
    options: RunOptions,
  ): Promise<JobResult<All, Name>>;
  /** Ends all threads and their jobs at once. */
  close(): Promise<void>;
};

type Job = Order & {
  options: RunOptions;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

/** Leaves one processor to the event loop. */
const usualCount = Math.max(1, Math.min(availableParallelism() - 1, 4));
const retryAfterSeconds = 5;

const unavailable = () =>
  refuse('ServiceUnavailable', serviceUnavailableMessage, {
    retryAfterSeconds,
    because: 'the worker threads are busy',
  });

export type PoolOptions = {
  /** Script of a thread; it calls serveJobs. */
  file: string;
  count?: number;
  maxWaiting?: number;
  maxMemoryMb?: number;
  idleMs?: number;
};

/**
 * A pool of threads, started on demand and ended after a while without work. A job that exceeds its limit or crashes
 * ends only its own thread. Set `maxMemoryMb` per thread to twice what the largest input needs, since exceeding it
 * can end the whole process.
 */
export function threadPool<All extends Jobs>({
  file,
  count = usualCount,
  maxWaiting = 60,
  maxMemoryMb = 512,
  idleMs = 60_000,
}: PoolOptions): Threads<All> {
  const waiting: Job[] = [];
  const idle = new Map<Worker, NodeJS.Timeout>();
  const running = new Map<Worker, { job: Job; timer: NodeJS.Timeout }>();
  let isClosed = false;

  /** Takes the job off its thread; undefined if it is already settled. */
  function detachJob(worker: Worker): Job | undefined {
    const taken = running.get(worker);
    clearTimeout(taken?.timer);
    running.delete(worker);
    return taken?.job;
  }

  function lose(worker: Worker, error: unknown) {
    forget(worker);
    detachJob(worker)?.reject(error);
    startNext();
  }

  function open(): Worker {
    const worker = new Worker(file, {
      name: 'tasuki',
      // Threads read uploads and need no settings or secrets.
      env: {},
      // A small young generation costs little time and saves a hundred megabytes.
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 16 },
    });
    worker.on('message', (answer: Answer) => {
      const job = detachJob(worker);
      if (!job) return;
      if (job.options.endsThread) void worker.terminate();
      else parkWorker(worker);
      if ('value' in answer) job.resolve(answer.value);
      else if ('error' in answer) job.reject(answer.error);
      else job.reject(refuse(answer.refusal.type, answer.refusal.message, answer.refusal));
      startNext();
    });
    worker.on('error', (error) => lose(worker, error));
    worker.on('exit', () => lose(worker, new Error('a thread ended in the middle of its job')));
    return worker;
  }

  /** An idle thread does not keep the process alive; after a while it ends to free its memory. */
  function parkWorker(worker: Worker) {
    worker.unref();
    const timer = setTimeout(() => {
      idle.delete(worker);
      void worker.terminate();
    }, idleMs);
    idle.set(worker, timer.unref());
  }

  function takeIdle(): Worker | undefined {
    const [last] = [...idle].at(-1) ?? [];
    if (last) forget(last);
    return last;
  }

  function forget(worker: Worker) {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  }

  function start(worker: Worker, job: Job) {
    const { name, input, options } = job;
    const timer = setTimeout(() => {
      console.warn(`a job took longer than ${options.limitMs} ms: ${name}`);
      void worker.terminate();
      lose(worker, unavailable());
    }, options.limitMs);
    running.set(worker, { job, timer });
    worker.ref();
    worker.postMessage({ name, input } satisfies Order, options.handsOver ? ownMemory(input) : []);
  }

  function startNext() {
    while (waiting.length > 0 && !isClosed) {
      const worker = takeIdle() ?? (running.size < count ? open() : undefined);
      const job = worker && waiting.shift();
      if (!job) return;
      start(worker, job);
    }
  }

  return {
    run<Name extends keyof All & string>(
      name: Name,
      input: JobInput<All, Name>,
      options: RunOptions,
    ) {
      const isFull = waiting.length >= maxWaiting && !options.isAlwaysQueued;
      if (isClosed || isFull) return Promise.reject(unavailable());
      return new Promise<JobResult<All, Name>>((resolve, reject) => {
        waiting.push({ name, input, options, resolve: resolve as Job['resolve'], reject });
        startNext();
      });
    },

    async close() {
      isClosed = true;
      const threads = [...idle.keys(), ...running.keys()];
      for (const job of waiting.splice(0)) job.reject(unavailable());
      for (const worker of running.keys()) detachJob(worker)?.reject(unavailable());
      await Promise.all(threads.map((worker) => worker.terminate()));
    },
  };
}
