import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AuthDependencies, Caller } from '#server/auth/auth-dependencies.ts';
import { authSessions } from '#server/db/schema/auth.ts';

/**
 * Gives a session another secret token, since its person has just shown once more who they are: a cookie
 * that somebody took before opens nothing any more. The browser gets the new one with the answer.
 */
export async function renewSession(
  { db, provider }: Pick<AuthDependencies, 'db' | 'provider'>,
  caller: Caller,
  sessionId: string,
): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const renewed = await db
    .update(authSessions)
    .set({ token })
    .where(eq(authSessions.id, sessionId))
    .returning({ id: authSessions.id });
  if (renewed.length > 0) caller.giveCookies(await provider.sessionCookies(token));
}
