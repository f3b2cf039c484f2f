import { randomUUID } from 'node:crypto';
import type { ToPrimary, ToWorker } from './messages.server.ts';

/** A worker that does not reply is not waited for; it learns of the change from the database anyway. */
const longestMs = 1_000;

/**
 * The other workers of this server: after a write, the writer's next read may reach any of them. `catchUp` updates
 * this worker.
 */
export function otherWorkers(catchUp: () => Promise<void>) {
  const waiting = new Map<string, () => void>();
  const send = (message: ToPrimary) => process.send?.(message);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'all-caught-up') waiting.get(message.id)?.();
    if (message.kind !== 'catch-up') return;
    const { id } = message;
    void catchUp().finally(() => send({ kind: 'caught-up', id }));
  });
  return {
    /** Resolves once all others show what was committed before, or do not reply. */
    caughtUp: (): Promise<void> =>
      new Promise((resolve) => {
        const id = randomUUID();
        const done = () => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve();
        };
        const timer = setTimeout(done, longestMs).unref();
        waiting.set(id, done);
        send({ kind: 'changed', id });
      }),
  };
}
