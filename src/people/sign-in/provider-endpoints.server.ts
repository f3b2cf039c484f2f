import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.server.ts';
import type { CookieHeader } from './provider.server.ts';
import { cookiesUnlessReplaced } from './tokens/renew-session.server.ts';
import { recordUse } from './tokens/sessions.server.ts';

const TokenAnswer = z.object({ token: z.string() });
const User = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() });
const SessionAnswer = z.object({ session: z.object({ expiresAt: z.coerce.date() }), user: User });

const signInMessage = 'ログインしてください。';

/** Endpoints handled by better-auth itself: the token and the session. */
export const providerEndpoints = ({
  db,
  clock,
  provider,
}: Pick<AuthDependencies, 'db' | 'clock' | 'provider'>) => {
  /**
   * Reason for a missing token: better-auth gives the same response if it failed to read the session, and the browser
   * would appear signed out. Its session endpoint tells the two apart.
   */
  async function noToken(cookie: CookieHeader) {
    const { body } = await provider.call('GET', '/get-session', cookie);
    return body === null
      ? refuse('Unauthorized', signInMessage)
      : refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds: 3 });
  }

  return {
    /**
     * A fresh token for the cookie's session, extended if remembered; refuses if there is none, or it cannot be read
     * now.
     */
    async token({ cookie }: Caller): Promise<WithCookies<{ token: string }>> {
      const answer = await provider.call('GET', '/token', cookie);
      if (answer.status !== 200) throw await noToken(cookie);
      const prolonged = await recordUse(db, provider.sessionTokenIn(cookie) ?? '', clock());
      const renewed = prolonged ? await cookiesUnlessReplaced(provider, prolonged) : [];
      return { body: TokenAnswer.parse(answer.body), cookies: [...answer.cookies, ...renewed] };
    },

    /** Session of the cookie, without its secret; null without one. */
    async session({ cookie }: Caller) {
      const { body, cookies } = await provider.call('GET', '/get-session', cookie);
      const { data } = SessionAnswer.safeParse(body);
      return { body: data ?? null, cookies };
    },
  };
};
