import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import { type SignedIn, wrongPasswordMessage } from '#domain/auth/sign-in.ts';
import { type RefusalType, refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import { authSessions, authVerifications } from '#server/db/schema/auth.ts';
import { qrCode } from '#server/flyers/qr-code.ts';
import { serviceUnavailableMessage } from '#server/http/error-table.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.ts';
import type { CookieHeader, ProviderAnswer } from './provider.ts';

const TokenAnswer = z.object({ token: z.string() });
const User = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() });
const SessionAnswer = z.object({ session: z.object({ expiresAt: z.coerce.date() }), user: User });
const Enrolment = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const Failure = z.object({ code: z.string() });

const signInMessage = 'ログインしてください。';
const wrongCodeMessage = '認証コードが正しくありません。もう一度お確かめください。';
/** The provider's refusals with our messages; any other means a wrong code. */
const refusals: Record<string, readonly [RefusalType, string]> = {
  INVALID_PASSWORD: ['ValidationError', wrongPasswordMessage],
  TOTP_ALREADY_ENABLED: ['Conflict', '2段階認証は、すでに有効になっています。'],
  INVALID_TWO_FACTOR_COOKIE: [
    'ValidationError',
    '認証の時間が切れました。お手数ですが、もう一度ログインしてください。',
  ],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: [
    'ValidationError',
    '続けて間違えたため、認証を中止しました。お手数ですが、もう一度ログインしてください。',
  ],
};
/** How exact "last seen" is. */
const seenEveryMs = 4 * 60_000;
const lockedMessage =
  '続けて間違えたため、しばらくお休みしています。15分ほどしてから、もう一度お試しください。';

/** What better-auth handles by itself: the token, the session, and the operators' second factor. */
export const providerEndpoints = ({ db, clock, provider, attempts, tokens }: AuthDependencies) => {
  function accepted(answer: ProviderAnswer): ProviderAnswer {
    if (answer.status < 400) return answer;
    if (answer.status === 429) {
      throw refuse('TooManyRequests', lockedMessage, { retryAfterSeconds: 15 * 60 });
    }
    const { data } = Failure.safeParse(answer.body);
    const [type, message] = refusals[data?.code ?? ''] ?? ['ValidationError', wrongCodeMessage];
    throw refuse(type, message);
  }

  /** Refuses when the cookie is not one of this person: it decides for whom better-auth works. */
  async function demandOwnCookie(person: Person, cookie: CookieHeader) {
    const token = provider.sessionTokenIn(cookie) ?? '';
    const [session] = await db
      .select({ uid: authSessions.userId })
      .from(authSessions)
      .where(eq(authSessions.token, token));
    if (session?.uid !== person.uid) throw refuse('Unauthorized', signInMessage);
  }

  /** Whose code it is: of the session, or of the sign-in that waits for it. */
  async function holderOf(cookie: CookieHeader): Promise<string> {
    const token = provider.sessionTokenIn(cookie);
    const challenge = provider.challengeIn(cookie);
    const [session] = token
      ? await db
          .select({ uid: authSessions.userId })
          .from(authSessions)
          .where(eq(authSessions.token, token))
      : [];
    const [waiting] = challenge
      ? await db
          .select({ uid: authVerifications.value })
          .from(authVerifications)
          .where(eq(authVerifications.identifier, challenge))
      : [];
    return session?.uid ?? waiting?.uid ?? 'nobody';
  }

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
    /** A fresh token for the session of the cookie; refuses when there is none, or it cannot be read now. */
    async token({ cookie }: Caller): Promise<WithCookies<{ token: string }>> {
      const answer = await provider.call('GET', '/token', cookie);
      if (answer.status !== 200) throw await noToken(cookie);
      await noteSeen(cookie);
      return { body: TokenAnswer.parse(answer.body), cookies: answer.cookies };
    },

    /** Whose session the cookie is, without its secret; null without one. */
    async session({ cookie }: Caller) {
      const { body, cookies } = await provider.call('GET', '/get-session', cookie);
      const { data } = SessionAnswer.safeParse(body);
      return { body: data ?? null, cookies };
    },

    /** Begins to set up an authenticator app; it is on after the first code. */
    async enableTwoFactor(person: Person, { cookie }: Caller, password: string) {
      await demandOwnCookie(person, cookie);
      const answer = accepted(
        await provider.call('POST', '/two-factor/enable', cookie, { password, method: 'totp' }),
      );
      const enrolment = Enrolment.parse(answer.body);
      const body = { ...enrolment, qrCode: qrCode(enrolment.totpURI) };
      return { body, cookies: answer.cookies };
    },

    /** Turns the second factor off; asks for the password. */
    async disableTwoFactor(person: Person, { cookie }: Caller, password: string) {
      await demandOwnCookie(person, cookie);
      const answer = accepted(
        await provider.call('POST', '/two-factor/disable', cookie, { password }),
      );
      tokens.forget(person.uid);
      return answer.cookies;
    },

    /** Takes a code of the authenticator app: the second step of a sign-in, or of setting it up. */
    async verifyTotp({ cookie }: Caller, code: string): Promise<WithCookies<SignedIn>> {
      const used = await attempts.spend('use of a code', `${await holderOf(cookie)} ${code}`);
      if (!used.isAllowed) throw refuse('ValidationError', wrongCodeMessage);
      const answer = await provider.call('POST', '/two-factor/verify-totp', cookie, { code });
      if (answer.status >= 400) await used.giveBack();
      return signedInBy(accepted(answer));
    },

    /** Takes one of the backup codes in place of the app's code; each works once. */
    async verifyBackupCode({ cookie }: Caller, code: string): Promise<WithCookies<SignedIn>> {
      return signedInBy(
        accepted(await provider.call('POST', '/two-factor/verify-backup-code', cookie, { code })),
      );
    },
  };
};

function signedInBy({ body, cookies }: ProviderAnswer): WithCookies<SignedIn> {
  const { user } = z.object({ user: User }).parse(body);
  return { body: { user, twoFactor: false }, cookies };
}
