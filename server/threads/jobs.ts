/**
 * What threads do, by name: pure work on the processor, without a database. Input and result are
 * copied between threads. Nouns list theirs in server/thread-jobs.ts; the pool knows none of them.
 */
export type Jobs = Record<string, (input: never) => unknown>;

export type JobInput<All extends Jobs, Name extends keyof All> = Parameters<All[Name]>[0];
export type JobResult<All extends Jobs, Name extends keyof All> = Awaited<ReturnType<All[Name]>>;
