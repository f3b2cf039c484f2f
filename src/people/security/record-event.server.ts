import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import { audit } from '#kit/audit/audit.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { SecurityEventKind, SecurityOutcome } from './security-event.ts';

/** Only our own words and numbers, nothing typed. */
export type EventDetails = Readonly<Record<string, string | number | boolean>>;

/** An event as stored, without anything that identifies a person to outside readers. */
export type TracedEvent = {
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  /** Undefined if no account is known. */
  uid: string | undefined;
  /** Keyed hash of the typed e-mail. */
  typed: string | undefined;
  /** Coarse address. */
  from: string;
  /** Kind of device and browser. */
  device: string;
  details: EventDetails;
};

/** Writes a line to the server's log. */
export type SecurityLog = (level: 'info' | 'warn', line: Record<string, unknown>) => void;

const message = 'security event';
const levels = { info: 30, warn: 40 };

/** For events outside of requests: the same format as the HTTP server's logger. */
const toStandardOutput: SecurityLog = (level, line) => {
  const about = { level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname() };
  process.stdout.write(`${JSON.stringify({ ...about, ...line, msg: message })}\n`);
};

/** Keyed hash of an account or e-mail. Without the secret it cannot be found by trying. */
export const hashOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`security event ${text}`).digest('base64url').slice(0, 16);

type RecordOptions = { secret: string; at: Date; log?: SecurityLog | undefined };

/** Writes an event to the log and the audit log. */
export async function recordEvent(
  db: Database | Transaction,
  event: TracedEvent,
  { secret, at, log }: RecordOptions,
): Promise<void> {
  logEvent(event, { secret, log });
  await auditEvent(db, event, { at });
}

/** Writes an event to the log. */
export function logEvent(
  event: TracedEvent,
  { secret, log = toStandardOutput }: Omit<RecordOptions, 'at'>,
): void {
  const { kind, outcome, uid, typed } = event;
  const who = uid === undefined ? (typed ?? 'unknown') : hashOf(secret, uid);
  log(outcome === 'done' ? 'info' : 'warn', { security: kind, who, ...tracesOf(event) });
}

/** Writes an event to the audit log. */
export const auditEvent = (
  db: Database | Transaction,
  event: TracedEvent,
  { at }: Pick<RecordOptions, 'at'>,
): Promise<void> =>
  audit(
    db,
    { uid: event.uid ?? 'visitor' },
    `security.${event.kind}`,
    [
      event.uid !== undefined ? 'user' : event.typed !== undefined ? 'typed-email' : 'unknown',
      event.uid ?? event.typed ?? 'unknown',
    ],
    { at, ...tracesOf(event) },
  );

const tracesOf = ({ outcome, uid, typed, from, device, details }: TracedEvent) => ({
  outcome,
  from,
  ...(device !== '' && { device }),
  // Added beside a known account, so that earlier failures with this e-mail can be found.
  ...(uid !== undefined && typed !== undefined && { typed }),
  ...details,
});
