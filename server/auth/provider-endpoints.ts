import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import { authSessions } from '#server/db/schema/auth.ts';
import { serviceUnavailableMessage } from '#server/http/error-table.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.ts';
import type { CookieHeader } from './provider.ts';
import { prolongSession } from './tokens/sessions.ts';

const TokenAnswer = z.object({ token: z.string() });
const User = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() });
const SessionAnswer = z.object({ session: z.object({ expiresAt: z.coerce.date() }), user: User });

const signInMessage = 'ログインしてください。';
/** How exact "last seen" is. */
const seenEveryMs = 4 * 60_000;
/** What better-auth handles by itself: the token and the session. */
export const providerEndpoints = ({
  db,
  clock,
  provider,
}: Pick<AuthDependencies, 'db' | 'clock' | 'provider'>) => {
  /** Records when this browser was last seen; not each time, since every page load renews the token. */
  async function noteSeen(cookie: CookieHeader) {
    const now = clock();
    await db
      .update(authSessions)
      .set({ updatedAt: now })
      .where(
        and(
          eq(authSessions.token, provider.sessionTokenIn(cookie) ?? ''),
          lt(authSessions.updatedAt, new Date(now.getTime() - seenEveryMs)),
        ),
      );
  }

  /**
   * Why there is no token: better-auth says so, too, when it could not read the session, and the browser
   * would take it for signed out. Asked for the session itself, it tells the two apart.
   */
  async function noToken(cookie: CookieHeader) {
    const { body } = await provider.call('GET', '/get-session', cookie);
    return body === null
      ? refuse('Unauthorized', signInMessage)
      : refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds: 3 });
  }

  return {
    /**
     * A fresh token for the session of the cookie, whose end moves if it is to be remembered; refuses when
     * there is none, or it cannot be read now.
     */
    async token({ cookie }: Caller): Promise<WithCookies<{ token: string }>> {
      const answer = await provider.call('GET', '/token', cookie);
      if (answer.status !== 200) throw await noToken(cookie);
      await noteSeen(cookie);
      const token = provider.sessionTokenIn(cookie) ?? '';
      const renewed = (await prolongSession(db, token)) ? await provider.sessionCookies(token) : [];
      return { body: TokenAnswer.parse(answer.body), cookies: [...answer.cookies, ...renewed] };
    },

    /** Whose session the cookie is, without its secret; null without one. */
    async session({ cookie }: Caller) {
      const { body, cookies } = await provider.call('GET', '/get-session', cookie);
      const { data } = SessionAnswer.safeParse(body);
      return { body: data ?? null, cookies };
    },
  };
};
