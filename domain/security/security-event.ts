import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

export const securityEventKinds = [
  'sign-in',
  'second-factor',
  'limit',
  'denied',
  'password',
  'email',
  'service',
  'sign-up',
  'session',
  'export',
  'role',
  'erasure',
] as const;
/** What leaves a trace; the audit log has each as "security.<kind>". */
export type SecurityEventKind = (typeof securityEventKinds)[number];

export const securityOutcomes = ['failed', 'refused', 'done'] as const;
/** How it ended: by a mistake or a guess, turned away by a rule, or as it was asked for. */
export type SecurityOutcome = (typeof securityOutcomes)[number];

/** Lines on one page of the operator's list. */
export const securityEventsPageSize = 50;
/** The newest lines of a day that are counted for its sums. */
export const securityEventsCounted = 50_000;

/** A line of the operator's list: one event, or several alike within a minute. */
export const SecurityLine = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.string(),
  outcome: z.string(),
  /** How many events it stands for. */
  count: z.number(),
  /** Whose account it concerns; "" where that is not known. */
  uid: z.string(),
  /** The names of the account, else its e-mail; "" for one that is gone. */
  name: z.string(),
  /** Stands for what was typed as an e-mail: the same for the same one; "" without. */
  typed: z.string(),
  /** The coarse address. */
  from: z.string(),
  /** The kind of device and browser. */
  device: z.string(),
  /** What else is known, in short Japanese. */
  details: z.array(z.string()),
});
export type SecurityLine = z.infer<typeof SecurityLine>;

/** How many events a day had, by kind and outcome. */
export const SecurityDay = z.object({
  day: z.string(),
  /** The present day, in Asia/Tokyo as well. */
  today: z.string(),
  counts: z.array(z.object({ kind: z.string(), outcome: z.string(), count: z.number() })),
  /** There were more lines than are counted. */
  isMore: z.boolean(),
});
export type SecurityDay = z.infer<typeof SecurityDay>;
