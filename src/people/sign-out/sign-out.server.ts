import { and, isNotNull, sql } from 'drizzle-orm';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { Email } from '#kit/values/email.ts';
import { findCredential } from '#people/sign-in/credentials.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';

/** People whose sessions end. */
export type SignOutTarget = { email: string } | 'everybody';

/** Actor of what the installation does by itself. */
const system = { uid: 'system' };

/**
 * Ends all sessions of one person or of everyone; servers notice within a second. Returns the number; undefined for
 * an unknown e-mail.
 */
export function signOut(
  db: Database,
  whose: SignOutTarget,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    const person =
      whose === 'everybody'
        ? undefined
        : await findCredential(tx, { email: Email.parse(whose.email) });
    if (whose !== 'everybody' && !person) return undefined;
    const theirs = person && sql`${authSessions.userId} = ${person.uid}`;
    const endedSessions = await tx
      .delete(authSessions)
      .where(and(isNotNull(authSessions.id), theirs))
      .returning({ id: authSessions.id });
    await audit(tx, system, 'sessions.end', ['user', person?.uid ?? 'everybody'], {
      at: clock(),
      count: endedSessions.length,
    });
    return endedSessions.length;
  });
}
