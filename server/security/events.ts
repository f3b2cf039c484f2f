import type { SecurityEventKind, SecurityOutcome } from '#domain/security/security-event.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { coarseAddress } from './coarse-address.ts';
import { type EventDetails, hashOf, recordEvent, type TracedEvent } from './record-event.ts';
import { currentTrace, type RequestTrace } from './request-trace.ts';

export type SecurityEvent = {
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  /** Whom it concerns: an account, or an e-mail that somebody typed (stored as a keyed hash), or both. */
  who: { uid: string; email?: string } | { email: string } | 'unknown';
  /** The caller's address, that of the request by default; only its coarse part is stored. */
  address?: string | undefined;
  details?: EventDetails;
};

/**
 * Records a security event in the audit log, and as one structured line of the server's log. What a person did is
 * noted in its transaction; what failed or was refused outside of the one that is rolled back, with nobody waiting
 * for it, and of many alike within a minute the first by itself, the others by their number (merged-events.ts).
 */
export async function noteEvent(
  db: Database | Transaction,
  event: SecurityEvent,
  { clock, secret }: Pick<Dependencies, 'clock' | 'secret'>,
): Promise<void> {
  const trace = currentTrace();
  const traced = tracedOf(event, secret, trace);
  const isMergeable = traced.outcome !== 'done' || traced.uid === undefined;
  if (trace && isMergeable) return trace.merged.note(traced, trace.log);
  await recordEvent(db, traced, { secret, at: clock(), log: trace?.log });
}

function tracedOf(
  { kind, outcome, who, address, details = {} }: SecurityEvent,
  secret: string,
  trace: RequestTrace | undefined,
): TracedEvent {
  const origin = trace?.origin();
  const uid = typeof who === 'object' && 'uid' in who ? who.uid : undefined;
  const email = typeof who === 'object' ? who.email : undefined;
  return {
    kind,
    outcome,
    uid,
    typed: email === undefined ? undefined : hashOf(secret, email),
    from: coarseAddress(address ?? origin?.address),
    device: origin?.device ?? '',
    details,
  };
}
