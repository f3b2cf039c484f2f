import { AsyncLocalStorage } from 'node:async_hooks';
import type { MergedEvents } from './merged-events.server.ts';
import type { SecurityLog } from './record-event.server.ts';

/** A limit that refused a try. */
export type ClosedBudget = {
  purpose: string;
  subject: string;
  subjectHash: string;
  windowMs: number;
};

/** Context of the current request for the events it causes. */
export type RequestTrace = {
  /** Client address and device. A function, since few requests need it. */
  origin: () => { address: string; device: string };
  /** The request's logger, whose lines have its id. */
  log: SecurityLog;
  merged: MergedEvents;
  /** Recorded after the request, since the transaction that found them may be rolled back. */
  closed: ClosedBudget[];
};

const traces = new AsyncLocalStorage<RequestTrace>();

/** Runs a request, or a part of it, with its trace. */
export const withTrace = <T>(trace: RequestTrace, work: () => T): T => traces.run(trace, work);

/** Trace of the current request; undefined outside of one. */
export const currentTrace = (): RequestTrace | undefined => traces.getStore();
