import { z } from 'zod';
import type { Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refusalOf, refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { noteEvent, type SecurityEvent } from '#people/security/events.server.ts';
import type { SecurityEventKind } from '#people/security/security-event.ts';
import { type OpenFreshSession, openFreshSession } from './admit.server.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.server.ts';
import { emailChanges } from './emails/email-changes.server.ts';
import { firstOwner } from './first-owner.server.ts';
import { passwordChanges } from './password-changes.server.ts';
import { people } from './people.server.ts';
import { type CookieHeader, provider } from './provider.server.ts';
import { type ReSignIn, signInAgain } from './re-sign-in.server.ts';
import { ownFactors } from './second-factor/own-factors.server.ts';
import { ownPasskeys } from './second-factor/own-passkeys.server.ts';
import { ownTotp } from './second-factor/own-totp.server.ts';
import { passkeySignIn } from './second-factor/passkey-sign-in.server.ts';
import { secondFactorResetRequests } from './second-factor/resets.server.ts';
import { secondStep } from './second-factor/second-step.server.ts';
import { requireShown } from './second-factor/shown.server.ts';
import { serviceLinks } from './services/service-links.server.ts';
import { serviceSignIn } from './services/service-sign-in.server.ts';
import { serviceSignUp } from './services/service-sign-up.server.ts';
import { signIn } from './sign-in.server.ts';
import type { SignedIn, SignIn, SignUp } from './sign-in.ts';
import { accessTokens } from './tokens/access-tokens.server.ts';
import { ownSessions } from './tokens/own-sessions.server.ts';
import { cookiesUnlessReplaced } from './tokens/renew-session.server.ts';
import { recordUse } from './tokens/sessions.server.ts';

const TokenAnswer = z.object({ token: z.string() });
const User = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() });
const SessionAnswer = z.object({ session: z.object({ expiresAt: z.coerce.date() }), user: User });

const signInMessage = 'ログインしてください。';

/** Endpoints handled by better-auth itself: the token and the session. */
const providerEndpoints = ({
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

/** Sign-in and sign-up that record each outcome: equally for a known and an unknown e-mail. */
const tracedSignIn = (dependencies: AuthDependencies) => {
  const untraced = signIn(dependencies);

  async function traced(
    kind: SecurityEventKind,
    { address }: Caller,
    email: string,
    attempt: Promise<WithCookies<SignedIn>>,
  ): Promise<WithCookies<SignedIn>> {
    const note = (event: Pick<SecurityEvent, 'outcome' | 'who' | 'details'>) =>
      noteEvent(dependencies.db, { kind, address, ...event }, dependencies);
    const answer = await attempt.catch(async (error: unknown) => {
      const type = refusalOf(error)?.type;
      if (type === 'TooManyRequests') await note({ outcome: 'refused', who: { email } });
      if (type === 'ValidationError') await note({ outcome: 'failed', who: { email } });
      throw error;
    });
    const { user } = answer.body;
    if (user) await note({ outcome: 'done', who: { uid: user.id, email } });
    // The second step records the person and the outcome.
    else await note({ outcome: 'done', who: { email }, details: { step: 'password' } });
    return answer;
  }

  return {
    ...untraced,
    signUp: (caller: Caller, body: SignUp) =>
      traced('sign-up', caller, body.email, untraced.signUp(caller, body)),
    signIn: (caller: Caller, body: SignIn) =>
      traced('sign-in', caller, body.email, untraced.signIn(caller, body)),
  };
};

/** Identity and all parts of sign-in. */
export const auth = (dependencies: Dependencies) => {
  const tokens = accessTokens(dependencies);
  const parts = {
    ...dependencies,
    tokens,
    attempts: attempts(dependencies),
    provider: provider(dependencies),
  };
  const enter: OpenFreshSession = (tx, caller, person) =>
    openFreshSession(tx, parts, caller, { ...person, isShown: false });
  return {
    /** Opens a session for a person authenticated by a mailed link. */
    letIn: enter,
    personOf: tokens.personOf,
    forget: tokens.forget,
    ...tracedSignIn(parts),
    ...passwordChanges(parts),
    ...emailChanges(parts),
    ...providerEndpoints(parts),
    ...secondStep(parts),
    ...passkeySignIn(parts),
    ...ownFactors(parts),
    ...ownTotp(parts),
    ...ownPasskeys(parts),
    ...secondFactorResetRequests(parts),
    ...people(parts),
    ...firstOwner(parts),
    ...ownSessions(parts),
    ...serviceSignIn(parts),
    ...serviceSignUp(parts),
    ...serviceLinks(parts),
    /** Refuses a person with a second factor not shown in this session within ten minutes. */
    demandSecondFactorShown: (person: Person) => requireShown(parts.db, person, parts.clock()),
    /** Checks the password again before a deletion. Refuses a wrong one. */
    signInAgain: (person: Person, caller: Caller, proof: ReSignIn) =>
      signInAgain(parts, person, caller, proof),
  };
};
