import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { coarseAddress } from './coarse-address.server.ts';
import { type EventDetails, hashOf, recordEvent, type TracedEvent } from './record-event.server.ts';
import { currentTrace, type RequestTrace } from './request-trace.server.ts';
import type { SecurityEventKind, SecurityOutcome } from './security-event.ts';

export type SecurityEvent = {
  kind: SecurityEventKind;
  outcome: SecurityOutcome;
  /** Account or typed e-mail that it concerns, or both. The e-mail is stored as a keyed hash. */
  who: { uid: string; email?: string } | { email: string } | 'unknown';
  /** Client address, by default that of the request. Only its coarse part is stored. */
  address?: string | undefined;
  details?: EventDetails;
};

/**
 * Records a security event in the audit log, and as one structured line in the server's log. What a person did is
 * recorded in its transaction. Failures and refusals are recorded outside the transaction that rolls back, without
 * delaying the response; of many alike within a minute the first is recorded and the rest are counted
 * (merged-events.ts).
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
