import { parentPort } from 'node:worker_threads';
import { refusalOf } from '#domain/errors/refusal.ts';
import { type JobName, jobs } from './jobs.ts';
import { type Answer, type Order, ownMemory } from './message.ts';

// What a thread of the pool runs: one job after the other (server/threads/pool.ts).

async function answerTo({ name, input }: Order): Promise<Answer> {
  try {
    const job = jobs[name] as (input: unknown) => ReturnType<(typeof jobs)[JobName]>;
    return { value: await job(input) };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal ? { refusal } : { error };
  }
}

parentPort?.on('message', async (order: Order) => {
  const answer = await answerTo(order);
  parentPort?.postMessage(answer, ownMemory(answer));
});
