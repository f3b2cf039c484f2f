import { eq, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';

/**
 * Subject of personal data. What was given without signing in (applications, messages) is theirs only by a proven
 * e-mail, since anyone can enter a stranger's address in a form.
 */
export type Subject = { uid: string; email: string; verifiedEmail: string | undefined };

/** Subject for an e-mail without an account. The caller has verified the owner. */
export const guestSubject = (email: string): Subject => ({
  // Matches no uid, not even a visitor's, so that no account's data counts as a guest's.
  uid: 'no account',
  email,
  verifiedEmail: email,
});

/** Subject of a uid; undefined if the person does not exist (any more). */
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

/** Condition for rows with the subject's proven e-mail. */
export const byEmail = (
  column: SQL | typeof applications.email,
  { verifiedEmail }: Subject,
): SQL => (verifiedEmail === undefined ? sql`false` : sql`${column} = ${verifiedEmail}`);

/** Condition for the subject's applications: made or claimed by them, or under their proven e-mail. */
export const isApplicationOf = (subject: Subject): SQL =>
  sql`(${applications.uid} = ${subject.uid} or (${applications.uid} is null and ${byEmail(applications.email, subject)}))`;

/** Subquery for the subject's application numbers. */
export const applicationNumbersOf = (subject: Subject): SQL =>
  sql`(select ${applications.appraisalId} from ${applications} where ${isApplicationOf(subject)})`;
