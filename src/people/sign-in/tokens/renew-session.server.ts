import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { refusalOf } from '#kit/errors/refusal.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { type OpenSession, openSessionColumns } from './sessions.server.ts';

/**
 * Replaces a session's secret token after a new proof of identity: a cookie stolen before becomes invalid. The browser
 * gets the new one with the response.
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

/** Cookie of a session; none if another request has replaced it concurrently and sends its own. */
export async function cookiesUnlessReplaced(
  provider: AuthDependencies['provider'],
  session: OpenSession,
): Promise<string[]> {
  return provider.sessionCookies(session).catch((error: unknown) => {
    if (refusalOf(error)?.type === 'Unauthorized') return [];
    throw error;
  });
}
