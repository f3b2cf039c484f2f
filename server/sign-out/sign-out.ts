import { and, isNotNull, sql } from 'drizzle-orm';
import { Email } from '#domain/values/email.ts';
import { audit } from '#server/audit/audit.ts';
import { findCredential } from '#server/auth/credentials.ts';
import { type Database, transaction } from '#server/db/database.ts';
import { authSessions } from '#server/db/schema/auth.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** Whose sessions end. */
export type Whose = { email: string } | 'everybody';

/** The actor of what the installation itself does. */
const system = { uid: 'system' };

/**
 * Ends every session of one person, or of everybody; every server feels it within a second. Returns how
 * many they were, undefined where nobody has that e-mail.
 */
export function signOut(
  db: Database,
  whose: Whose,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<number | undefined> {
  return transaction(db, async (tx) => {
    const person =
      whose === 'everybody'
        ? undefined
        : await findCredential(tx, { email: Email.parse(whose.email) });
    if (whose !== 'everybody' && !person) return undefined;
    const theirs = person && sql`${authSessions.userId} = ${person.uid}`;
    const ended = await tx
      .delete(authSessions)
      .where(and(isNotNull(authSessions.id), theirs))
      .returning({ id: authSessions.id });
    await audit(tx, system, 'sessions.end', ['user', person?.uid ?? 'everybody'], {
      at: clock(),
      count: ended.length,
    });
    return ended.length;
  });
}
