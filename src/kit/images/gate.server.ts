import { refuse } from '#kit/errors/refusal.ts';

/**
 * Runs up to `running` tasks at once and queues up to `waiting` more in order of arrival. Refuses the next one with
 * 503 and Retry-After.
 */
export function concurrencyGate({ running, waiting }: { running: number; waiting: number }) {
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
      // A finished task hands over its place, so that no later one can take it.
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
