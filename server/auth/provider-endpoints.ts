import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import { serviceUnavailableMessage } from '#server/http/error-table.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.ts';
import type { CookieHeader } from './provider.ts';
import { cookiesUnlessReplaced } from './tokens/renew-session.ts';
import { noteUse } from './tokens/sessions.ts';

const TokenAnswer = z.object({ token: z.string() });
const User = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() });
const SessionAnswer = z.object({ session: z.object({ expiresAt: z.coerce.date() }), user: User });

const signInMessage = 'ログインしてください。';

/** What better-auth handles by itself: the token and the session. */
export const providerEndpoints = ({
  db,
  clock,
  provider,
}: Pick<AuthDependencies, 'db' | 'clock' | 'provider'>) => {
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
      const prolonged = await noteUse(db, provider.sessionTokenIn(cookie) ?? '', clock());
      const renewed = prolonged ? await cookiesUnlessReplaced(provider, prolonged) : [];
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
