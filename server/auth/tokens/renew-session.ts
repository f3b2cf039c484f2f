import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { refusalOf } from '#domain/errors/refusal.ts';
import type { AuthDependencies, Caller } from '#server/auth/auth-dependencies.ts';
import { authSessions } from '#server/db/schema/auth.ts';
import { type OpenSession, openSessionColumns } from './sessions.ts';

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
  const [renewed] = await db
    .update(authSessions)
    .set({ token })
    .where(eq(authSessions.id, sessionId))
    .returning(openSessionColumns);
  if (renewed) caller.giveCookies(await cookiesUnlessReplaced(provider, renewed));
}

/** The cookie of a session; none where another request has renewed it meanwhile, and gives the browser its own. */
export async function cookiesUnlessReplaced(
  provider: AuthDependencies['provider'],
  session: OpenSession,
): Promise<string[]> {
  return provider.sessionCookies(session).catch((error: unknown) => {
    if (refusalOf(error)?.type === 'Unauthorized') return [];
    throw error;
  });
}
