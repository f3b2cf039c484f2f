import type { Person } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { auditLog } from './audit-tables.server.ts';

/** An audit entry: actor, action ("applications.read"), subject. Details contain no personal data except ids. */
export type AuditEntry = {
  actor: Pick<Person, 'uid'>;
  action: string;
  subjectType: string;
  subjectId: string;
  details?: Record<string, unknown>;
  at: Date;
};

/**
 * Appends an act to the audit log, in its own transaction: `audit(tx, operator, 'kits.create', ['kit-batch', id], { at, count })`.
 * Facts hold no more personal data than ids.
 */
export const audit = (
  tx: Database | Transaction,
  actor: Pick<Person, 'uid'>,
  action: string,
  [subjectType, subjectId]: readonly [type: string, id: string],
  { at, ...details }: { at: Date; [fact: string]: unknown },
): Promise<void> => writeAudit(tx, { actor, action, subjectType, subjectId, details, at });

/**
 * Appends to the audit log, in the transaction of what it records: an operator's read of personal data, an import, an
 * export, a change of role.
 */
export async function writeAudit(
  tx: Database | Transaction,
  { actor, action, subjectType, subjectId, details = {}, at }: AuditEntry,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ actorUid: actor.uid, action, subjectType, subjectId, details, at });
}
