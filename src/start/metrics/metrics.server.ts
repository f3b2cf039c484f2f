import type pg from 'pg';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { App } from '#kit/http/app.server.ts';
import type { PageCache } from '#kit/http/pages/page-cache.server.ts';
import type { Env } from '#start/env.server.ts';
import { metricsThroughPrimary } from './between-workers.server.ts';
import { serviceFigures } from './facts.server.ts';
import { listenForScrapes, metricsRoutes, shared } from './serve-metrics.server.ts';

type Watched = {
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'disk'>;
  pools: Record<string, pg.Pool>;
  cache: PageCache;
  /** Whether the primary adds up this process and its siblings, and listens on METRICS_PORT. */
  isWorker: boolean;
};

/** Metrics of a server (docs/operations.md, Eyes). Undefined, and nothing is counted, unless a setting asks for them. */
export async function openMetrics(
  { METRICS_PORT: port, METRICS_TOKEN: token }: Env,
  { dependencies, pools, cache, isWorker }: Watched,
) {
  if (port === 0 && token === '') return undefined;
  const { factsAsMetrics, measures, metricsText } = await import('./measures.server.ts');
  const own = measures({ pools, cache });
  const figures = serviceFigures(dependencies);
  const readOwn = async (withFigures: boolean) => {
    const measured = await own.read();
    return withFigures ? [...measured, ...(await factsAsMetrics(await figures()))] : measured;
  };
  const read = shared(
    isWorker ? metricsThroughPrimary(readOwn) : async () => metricsText([await readOwn(true)]),
  );
  return {
    watch: own.watch,
    noteHit: own.noteHit,
    mount: (app: App) => (token === '' ? undefined : metricsRoutes(app, { token, read })),
    /** Listens on METRICS_PORT; resolves to how to stop. */
    async listen(): Promise<() => Promise<void>> {
      const listener = port === 0 || isWorker ? undefined : await listenForScrapes(port, read);
      return async () => {
        await listener?.close();
        own.close();
      };
    },
  };
}
