import type { Context, Dependencies } from '#kit/dependencies.server.ts';
import { cached } from './cached.server.ts';
import type { Topic } from './table-topics.server.ts';
import { type Topics, topics as watchedTopics } from './topics.server.ts';

/** The context of each process: what is kept outlives the call that asked first, and its limits. */
const processes = new WeakMap<Topics, Context>();

/** Makes what use cases are handed of what a process was started with. */
export function contextOf(dependencies: Dependencies): Context {
  const topics = watchedTopics(dependencies);
  const ctx = { ...dependencies, topics };
  processes.set(topics, ctx);
  return ctx;
}

/** State that a process holds in memory, made at its first use. */
export function perProcess<State>(make: (ctx: Context) => State) {
  const states = new WeakMap<Topics, State>();
  return ({ topics }: Pick<Context, 'topics'>): State => {
    const state = states.get(topics) ?? make(processes.get(topics) as Context);
    states.set(topics, state);
    return state;
  };
}

/** A value of public data that each process keeps until it may have changed (cached.server.ts). */
export function kept<Value>(
  madeOf: readonly Topic[],
  make: (ctx: Context, today: string, before: Value | undefined) => Promise<Value>,
  options?: Parameters<typeof cached<Value>>[3],
) {
  const keptOf = perProcess((ctx) =>
    cached<Value>(ctx, madeOf, (today, before) => make(ctx, today, before), options),
  );
  return (ctx: Pick<Context, 'topics'>): Promise<Value> => keptOf(ctx)();
}
