import { createHmac } from 'node:crypto';
import { writeAudit } from '#server/audit/audit.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { coarseAddress } from './coarse-address.ts';

/** What leaves a trace; the audit log has each as "security.<kind>". */
export type SecurityEventKind =
  | 'sign-in'
  | 'sign-up'
  | 'limit'
  | 'denied'
  | 'password'
  | 'email'
  | 'second-factor'
  | 'role'
  | 'export'
  | 'erasure';

export type SecurityEvent = {
  kind: SecurityEventKind;
  outcome: 'done' | 'failed' | 'refused';
  /** Whom it concerns: an account, or an e-mail that somebody typed (stored as a keyed hash). */
  who: { uid: string } | { email: string } | 'unknown';
  /** The caller's address; only its coarse part is stored. */
  address?: string | undefined;
  /** Words and numbers of ours; nothing that anybody typed. */
  details?: Readonly<Record<string, string | number | boolean>>;
};

/** Records a security event in the audit log, and as one structured line of the server's log. */
export async function noteEvent(
  db: Database | Transaction,
  { kind, outcome, who, address, details = {} }: SecurityEvent,
  { clock, secret }: Pick<Dependencies, 'clock' | 'secret'>,
): Promise<void> {
  const subjectId =
    who === 'unknown' ? 'unknown' : 'uid' in who ? who.uid : hashOf(secret, who.email);
  const traced = { outcome, from: coarseAddress(address), ...details };
  console.warn(JSON.stringify({ security: kind, who: hashOf(secret, subjectId), ...traced }));
  await writeAudit(db, {
    actor: { uid: typeof who === 'object' && 'uid' in who ? who.uid : 'visitor' },
    action: `security.${kind}`,
    subjectType: 'user',
    subjectId,
    details: traced,
    at: clock(),
  });
}

const hashOf = (secret: string, text: string) =>
  createHmac('sha256', secret).update(`security event ${text}`).digest('base64url').slice(0, 16);
