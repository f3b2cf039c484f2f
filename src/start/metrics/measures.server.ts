import type pg from 'pg';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { App } from '#kit/http/app.server.ts';
import type { PageCache } from '#kit/http/pages/page-cache.server.ts';
import { jobRounds } from '#kit/jobs/poll.server.ts';
import type { Fact } from './facts.server.ts';

/** Metrics of one process, as they travel to the one that adds them up. */
export type Measured = MetricObjectWithValues<MetricValue<string>>[];

type Pools = Record<string, Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>>;

/** From a hit to what a person waits for, and what is refused. */
const latencyBuckets = [0.005, 0.02, 0.1, 0.3, 1, 3, 10];
/** Requests that match no route have unlimited paths. */
const noRoute = 'none';
/** Cached pages are answered before routing. */
const hitRoute = 'cached page';

/**
 * What one process counts: requests, event loop, memory, connections, cached pages, rounds of its jobs. No label is
 * anything that a visitor can choose.
 */
export function measures({ pools, cache }: { pools: Pools; cache: Pick<PageCache, 'size'> }) {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'tasuki_requests_total',
    help: 'Answered requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const latency = new Histogram({
    name: 'tasuki_request_seconds',
    help: 'Time to the end of the answer by route, without cached pages.',
    labelNames: ['route'],
    buckets: latencyBuckets,
    registers,
  });
  const hits = new Map<number, number>();
  const countHits = () => {
    for (const [status, count] of hits) {
      requests.inc({ method: 'GET', route: hitRoute, status: String(status) }, count);
    }
    hits.clear();
  };
  gauge(registers, 'tasuki_processes', 'Processes that answered this scrape.', [], (own) => {
    own.set(1);
  });
  const poolLabels = ['pool', 'state'] as const;
  gauge(registers, 'tasuki_connections', 'Connections to the database.', poolLabels, (own) => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      own.set({ pool, state: 'busy' }, totalCount - idleCount);
      own.set({ pool, state: 'idle' }, idleCount);
      own.set({ pool, state: 'awaited' }, waitingCount);
    }
  });
  gauge(registers, 'tasuki_cached_pages', 'Pages in the cache.', [], (own) => {
    own.set(cache.size.pages);
  });
  gauge(registers, 'tasuki_cached_bytes', 'Their memory.', [], (own) => {
    own.set(cache.size.bytes);
  });
  new Gauge({
    name: 'tasuki_job_end_timestamp_seconds',
    help: 'End of the last round of a job that succeeded.',
    labelNames: ['name'],
    aggregator: 'max',
    registers,
    collect() {
      for (const [name, { endedAtMs }] of jobRounds) {
        if (endedAtMs !== undefined) this.set({ name }, endedAtMs / 1000);
      }
    },
  });
  gauge(
    registers,
    'tasuki_job_failures',
    'Failed rounds of a job since the start.',
    ['name'],
    (own) => {
      for (const [name, { failures }] of jobRounds) own.set({ name }, failures);
    },
  );

  return {
    /** Counts requests that reach the router. */
    watch(app: App): void {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? noRoute;
        requests.inc({ method: request.method, route, status: String(reply.statusCode) });
        latency.observe({ route }, reply.elapsedTime / 1000);
        done();
      });
    },

    /** Counts a cached page; adding up waits for a scrape. */
    noteHit(status: number): void {
      hits.set(status, (hits.get(status) ?? 0) + 1);
    },

    async read(): Promise<Measured> {
      countHits();
      return registry.getMetricsAsJSON();
    },

    close: () => registry.clear(),
  };
}
/** A gauge that is read at a scrape, and summed over processes. */
function gauge<Label extends string>(
  registers: Registry[],
  name: string,
  help: string,
  labelNames: readonly Label[],
  collect: (own: Gauge<Label>) => void,
): void {
  new Gauge<Label>({
    ...{ name, help, labelNames, registers },
    collect() {
      collect(this);
    },
  });
}

/** Facts as metrics. Several processes may bring them; the largest counts. */
export async function factsAsMetrics(facts: readonly Fact[]): Promise<Measured> {
  const registry = new Registry();
  const gauges = new Map<string, Gauge>();
  for (const { name, help, value, labels = {} } of facts) {
    let own = gauges.get(name);
    if (!own) {
      const labelNames = Object.keys(labels);
      own = new Gauge({ name, help, labelNames, aggregator: 'max', registers: [registry] });
      gauges.set(name, own);
    }
    own.set(labels, value);
  }
  return registry.getMetricsAsJSON();
}

/** Text of Prometheus, added up over processes. */
export const metricsText = (all: readonly Measured[]): Promise<string> =>
  AggregatorRegistry.aggregate([...all]).metrics();
