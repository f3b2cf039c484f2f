import { and, asc, eq, like, notLike } from 'drizzle-orm';
import { auditLog } from '#kit/audit/audit-tables.server.ts';
import type { TestApp } from '#test/test-app.ts';

/** Audit entries of a record, without security events. */
export const auditEntriesOf = (db: TestApp['db'], subjectId: string) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, subjectId), notLike(auditLog.action, 'security.%')))
    .orderBy(asc(auditLog.id));

/** Security events of a person: kind and details, without origin. */
export async function securityEventsOf(db: TestApp['db'], uid: string) {
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, uid), like(auditLog.action, 'security.%')))
    .orderBy(asc(auditLog.id));
  return rows.map(({ action, details }) => {
    const {
      from: _from,
      device: _device,
      typed: _typed,
      ...rest
    } = details as Record<string, unknown>;
    return [action, rest];
  });
}
