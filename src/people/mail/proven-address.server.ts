import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';

/** Whether a person has proven that they read mail at this (normalised) address. */
export async function isProvenAddress(db: Database | Transaction, email: string): Promise<boolean> {
  const proven = await db
    .select({ uid: authUsers.id })
    .from(authUsers)
    .where(and(eq(authUsers.email, email), eq(authUsers.emailVerified, true)));
  return proven.length > 0;
}
