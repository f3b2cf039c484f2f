/**
 * Jobs that threads run, by name: pure computation without a database. Input and result are copied between threads.
 * Domains list theirs in src/start/thread-jobs.server.ts; the pool knows none of them.
 */
export type Jobs = Record<string, (input: never) => unknown>;

export type JobInput<All extends Jobs, Name extends keyof All> = Parameters<All[Name]>[0];
export type JobResult<All extends Jobs, Name extends keyof All> = Awaited<ReturnType<All[Name]>>;
