import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type { ToPrimary, ToWorker } from '#start/workers/messages.server.ts';
import type { Measured } from './measures.server.ts';
import type { ReadMetrics } from './serve-metrics.server.ts';

/** A worker that does not answer is left out; `tasuki_processes` shows it. */
const longestMs = 2_000;

/** Primary: reads the metrics of all workers, and the figures of the service from one of them. */
export function metricsOfWorkers(workers: () => Worker[]) {
  const open = new Map<string, (measured: Measured) => void>();

  function ask(worker: Worker, withFigures: boolean): Promise<Measured | undefined> {
    return new Promise((resolve) => {
      const id = randomUUID();
      const end = (measured?: Measured) => {
        clearTimeout(timer);
        open.delete(id);
        resolve(measured);
      };
      const timer = setTimeout(end, longestMs).unref();
      open.set(id, end);
      worker.send({ kind: 'measure', id, withFigures } satisfies ToWorker);
    });
  }

  return {
    async read(): Promise<string> {
      // Loaded with the first scrape, not at each start.
      const { metricsText } = await import('./measures.server.ts');
      const connected = workers();
      const all = await Promise.all(connected.map((worker, at) => ask(worker, at === 0)));
      return metricsText(all.filter((measured) => measured !== undefined));
    },
    /** Takes a worker's answer. */
    take: (id: string, measured: Measured) => open.get(id)?.(measured),
  };
}

/** Worker: answers the primary, and reads the sum of all through it. */
export function metricsThroughPrimary(
  read: (withFigures: boolean) => Promise<Measured>,
): ReadMetrics {
  const open = new Map<string, (text: string) => void>();
  const send = (message: ToPrimary) => process.send?.(message);
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'metrics') open.get(message.id)?.(message.text);
    if (message.kind !== 'measure') return;
    const { id, withFigures } = message;
    void read(withFigures).then((measured) => send({ kind: 'measured', id, measured }));
  });
  return () =>
    new Promise((resolve, reject) => {
      const id = randomUUID();
      const timer = setTimeout(() => {
        open.delete(id);
        reject(new Error('the primary does not answer'));
      }, 2 * longestMs).unref();
      open.set(id, (text) => {
        clearTimeout(timer);
        open.delete(id);
        resolve(text);
      });
      send({ kind: 'metrics-asked', id });
    });
}
