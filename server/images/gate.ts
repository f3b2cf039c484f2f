import { refuse } from '#domain/errors/refusal.ts';

/**
 * Lets `running` pieces of work go on at once and `waiting` more wait their turn, in the order in
 * which they came; refuses the next one (503, with when to come again).
 */
export function gate({ running, waiting }: { running: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let busy = 0;

  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= running) {
      if (queue.length >= waiting) {
        throw refuse(
          'ServiceUnavailable',
          'ただいま画像の受け付けが混み合っています。少し時間をおいて、もう一度お試しください。',
          { retryAfterSeconds: 5 },
        );
      }
      // Finished work hands its place over, so that no later work can take it.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      busy += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
