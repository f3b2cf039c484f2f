import type { Connections } from '#server/db/connections.ts';

/** What a worker is given when it starts: the database that its primary opened, and whether it does what is done once. */
export type Start = { url: string; isFirst: boolean; connections: Connections };

/** What the primary tells a worker. */
export type ToWorker =
  | { kind: 'start'; start: Start }
  /** Public data has changed: to be answered by `caught-up` once its pages show it. */
  | { kind: 'catch-up'; id: string }
  /** All others have caught up. */
  | { kind: 'all-caught-up'; id: string };

/** What a worker tells the primary. */
export type ToPrimary =
  | { kind: 'ready'; address: string; said: Said }
  /** Its start failed: what is to be said of that, in both languages. */
  | { kind: 'failed'; message: string }
  | { kind: 'changed'; id: string }
  | { kind: 'caught-up'; id: string };

/** What is said once it can be used. */
export type Said = {
  signIns: { role: string; email: string; password: string }[];
  setupUrl?: string | undefined;
};
