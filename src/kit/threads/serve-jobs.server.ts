import { parentPort } from 'node:worker_threads';
import { refusalOf } from '#kit/errors/refusal.ts';
import type { Jobs } from './jobs.server.ts';
import { type Answer, type Order, ownMemory } from './message.server.ts';

/** Serves these jobs, one after another, in a thread of the pool. */
export function serveJobs(jobs: Jobs): void {
  parentPort?.on('message', async (order: Order) => {
    const answer = await answerTo(order, jobs);
    parentPort?.postMessage(answer, ownMemory(answer));
  });
}

async function answerTo({ name, input }: Order, jobs: Jobs): Promise<Answer> {
  try {
    const job = jobs[name] as ((input: unknown) => unknown) | undefined;
    if (!job) throw new Error(`no noun has registered the job ${name}`);
    return { value: await job(input) };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal ? { refusal } : { error };
  }
}
