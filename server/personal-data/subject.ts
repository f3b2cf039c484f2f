import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import { authUsers } from '#server/db/schema/auth.ts';

/**
 * Whose data it is. What was given without signing in (applications, messages) is theirs by a proven
 * e-mail only: anybody could write a stranger's address on a form.
 */
export type Subject = { uid: string; email: string; verifiedEmail: string | undefined };

/** Who gave under an e-mail without an account: whoever asks for it has made sure whose it is. */
export const guestSubject = (email: string): Subject => ({
  // Nobody's, not even a visitor's, so that nothing of an account is a guest's.
  uid: 'no account',
  email,
  verifiedEmail: email,
});

/** The subject of a uid; undefined where there is no such person (any more). */
export async function subjectOf(
  db: Database | Transaction,
  uid: string,
): Promise<Subject | undefined> {
  const [row] = await db
    .select({ email: authUsers.email, emailVerified: authUsers.emailVerified })
    .from(authUsers)
    .where(eq(authUsers.id, uid));
  if (!row) return undefined;
  return { uid, email: row.email, verifiedEmail: row.emailVerified ? row.email : undefined };
}

/** Whether a column contains the subject's proven e-mail. */
export const byEmail = (
  column: SQL | typeof applications.email,
  { verifiedEmail }: Subject,
): SQL => (verifiedEmail === undefined ? sql`false` : sql`${column} = ${verifiedEmail}`);

/** Whether an application is the subject's: made or claimed by them, or under their proven e-mail. */
export const isTheirs = (subject: Subject): SQL =>
  sql`(${applications.uid} = ${subject.uid} or (${applications.uid} is null and ${byEmail(applications.email, subject)}))`;

/** The numbers of the subject's applications, as a subquery. */
export const theirNumbers = (subject: Subject): SQL =>
  sql`(select ${applications.appraisalId} from ${applications} where ${isTheirs(subject)})`;
