import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

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
/** Recorded events; the audit log has each as "security.<kind>". */
export type SecurityEventKind = (typeof securityEventKinds)[number];

export const securityOutcomes = ['failed', 'refused', 'done'] as const;
/** Outcome: failed by a mistake or a guess, refused by a rule, or done. */
export type SecurityOutcome = (typeof securityOutcomes)[number];

export const securityEventsPageSize = 50;
/** The newest lines of a day, over which its counts are taken. */
export const securityEventsCounted = 50_000;

/** A line of the operator's list: one event, or several equal ones within a minute. */
export const SecurityLine = z.object({
  id: z.string(),
  at: Timestamp,
  kind: z.string(),
  outcome: z.string(),
  /** Number of events in the line. */
  count: z.number(),
  /** Account concerned; "" if unknown. */
  uid: z.string(),
  /** Names on the account, else its e-mail; "" for a deleted account. */
  name: z.string(),
  /** Pseudonym of the typed e-mail, equal for equal ones; "" without one. */
  typed: z.string(),
  /** Coarse network address. */
  from: z.string(),
  /** Kind of device and browser. */
  device: z.string(),
  /** Further details in short Japanese. */
  details: z.array(z.string()),
});
export type SecurityLine = z.infer<typeof SecurityLine>;

/** Events of a day by kind and outcome. */
export const SecurityDay = z.object({
  day: z.string(),
  /** Today, in Asia/Tokyo as well. */
  today: z.string(),
  counts: z.array(z.object({ kind: z.string(), outcome: z.string(), count: z.number() })),
  /** Whether there were more lines than are counted. */
  isMore: z.boolean(),
});
export type SecurityDay = z.infer<typeof SecurityDay>;
