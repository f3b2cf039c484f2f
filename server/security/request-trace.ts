import { AsyncLocalStorage } from 'node:async_hooks';
import type { MergedEvents } from './merged-events.ts';
import type { SecurityLog } from './record-event.ts';

/** A budget of tries that let one no more through. */
export type ClosedBudget = {
  purpose: string;
  subject: string;
  subjectHash: string;
  windowMs: number;
};

/** What is known of the request that is being handled, for the events it causes. */
export type RequestTrace = {
  /** Whence and by what it came; asked for by few requests only. */
  origin: () => { address: string; device: string };
  /** Of the request, so that its id stands in the line. */
  log: SecurityLog;
  merged: MergedEvents;
  /** Noted once the request is done: whatever transaction found it may have been rolled back. */
  closed: ClosedBudget[];
};

const traces = new AsyncLocalStorage<RequestTrace>();

/** Handles a request, or a part of it, with its trace at hand. */
export const withTrace = <T>(trace: RequestTrace, work: () => T): T => traces.run(trace, work);

/** That of the request under way; undefined outside of any. */
export const currentTrace = (): RequestTrace | undefined => traces.getStore();
