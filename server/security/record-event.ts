import { createHmac } from 'node:crypto';
import { hostname } from 'node:os';
import type { SecurityEventKind, SecurityOutcome } from '#domain/security/security-event.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';

/** Words and numbers of ours; nothing that anybody typed. */
export type EventDetails = Readonly<Record<string, string | number | boolean>>;

/** An event as it is kept: without anything that names a person to whoever reads it elsewhere. */
export type TracedEvent = {
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  /** Undefined where no account is known. */
  uid: string | undefined;
  /** Stands for the e-mail that was typed. */
  typed: string | undefined;
  /** The coarse address. */
  from: string;
  /** The kind of device and browser. */
  device: string;
  details: EventDetails;
};

/** Takes a line of the server's log. */
export type SecurityLog = (level: 'info' | 'warn', line: Record<string, unknown>) => void;

const message = 'security event';
const levels = { info: 30, warn: 40 };

/** What happens outside of any request: the same line as the HTTP application's logger writes. */
const toStandardOutput: SecurityLog = (level, line) => {
  const about = { level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname() };
  process.stdout.write(`${JSON.stringify({ ...about, ...line, msg: message })}\n`);
};

/** Stands for an account or an e-mail: the same for the same one, and nobody without the secret finds it by trying. */
export const hashOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(`security event ${text}`).digest('base64url').slice(0, 16);

type Recorded = { secret: string; at: Date; log?: SecurityLog | undefined };

/** Writes an event as a line of the log and a row of the audit log. */
export async function recordEvent(
  db: Database | Transaction,
  event: TracedEvent,
  { secret, at, log }: Recorded,
): Promise<void> {
  logEvent(event, { secret, log });
  await auditEvent(db, event, { at });
}

/** Writes an event as a line of the log. */
export function logEvent(
  event: TracedEvent,
  { secret, log = toStandardOutput }: Omit<Recorded, 'at'>,
): void {
  const { kind, outcome, uid, typed } = event;
  const who = uid === undefined ? (typed ?? 'unknown') : hashOf(secret, uid);
  log(outcome === 'done' ? 'info' : 'warn', { security: kind, who, ...tracesOf(event) });
}

/** Writes an event as a row of the audit log. */
export const auditEvent = (
  db: Database | Transaction,
  event: TracedEvent,
  { at }: Pick<Recorded, 'at'>,
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
  // Of a known account beside it, so that what failed before is found by it.
  ...(uid !== undefined && typed !== undefined && { typed }),
  ...details,
});
