import type { Connections } from '#kit/db/connections.server.ts';
import type { Measured } from '#start/metrics/measures.server.ts';

/** Start data of a worker: the database that the primary opened, and whether it runs the one-time tasks. */
export type Start = { url: string; isFirst: boolean; connections: Connections };

/** Messages from the primary to a worker. */
export type ToWorker =
  | { kind: 'start'; start: Start }
  /** Public data changed: reply with `caught-up` once its pages show it. */
  | { kind: 'catch-up'; id: string }
  /** All others have caught up. */
  | { kind: 'all-caught-up'; id: string }
  /** Reply with `measured`. */
  | { kind: 'measure'; id: string; withFigures: boolean }
  /** The sum of all workers' metrics. */
  | { kind: 'metrics'; id: string; text: string };

/** Messages from a worker to the primary. */
export type ToPrimary =
  | { kind: 'ready'; address: string; said: Said }
  /** The start failed; `message` is in both languages. */
  | { kind: 'failed'; message: string }
  | { kind: 'changed'; id: string }
  | { kind: 'caught-up'; id: string }
  | { kind: 'measured'; id: string; measured: Measured }
  /** A scrape reached this worker: reply with `metrics`. */
  | { kind: 'metrics-asked'; id: string };

/** Announced once the server can be used. */
export type Said = {
  signIns: { role: string; email: string; password: string }[];
  setupUrl?: string | undefined;
};
