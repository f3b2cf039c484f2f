import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import { users } from '#server/db/schema/accounts.ts';
import {
  authAccounts,
  authKeys,
  authSessions,
  authUsers,
  authVerifications,
} from '#server/db/schema/auth.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { serviceUnavailableMessage } from '#server/http/error-table.ts';
import { reSigned } from '#server/keys/re-signed-cookies.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { hasSecondFactor, isSecondFactorDemanded } from './second-factor/factors.ts';
import { type OpenSession, sessionDays } from './tokens/sessions.ts';
import { signingKeys } from './tokens/signing-keys.ts';

/** A token lives this long; the browser renews it by the cookie (docs/product.md, Sign-in and sessions). */
const tokenLifeSeconds = 5 * 60;
const daySeconds = 24 * 60 * 60;
const keyLifeSeconds = 90 * daySeconds;

/** What a caller's browser sent: its cookies. */
export type CookieHeader = string | undefined;
/** What an endpoint of the provider returned; `cookies` are Set-Cookie headers. */
export type ProviderAnswer = { status: number; body: unknown; cookies: string[] };

/** The value of a signed cookie, without its signature; undefined when there is none. */
function signedValue(cookie: CookieHeader, name: string): string | undefined {
  for (const pair of (cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return /^([\w-]+)\./.exec(value ?? '')?.[1];
  }
  return undefined;
}

/** Enough of an error to search for; its text can contain what people typed. */
const nameOfError = (error: unknown) =>
  error instanceof Error ? `${error.name} ${(error as { code?: string }).code ?? ''}` : '';

const cookiePath = '/session-cookie';

/** Turns an open session into its cookie; the token is a secret, so knowing it is proof enough. */
const sessionCookie = createAuthEndpoint(
  cookiePath,
  {
    method: 'POST',
    /** Without a Max-Age the browser drops the cookie when it is closed. */
    body: z.object({ sessionToken: z.string(), maxAge: z.optional(z.number()) }),
  },
  async (ctx) => {
    const { sessionToken, maxAge } = ctx.body;
    const found = await ctx.context.internalAdapter.findSession(sessionToken);
    if (!found) throw refuse('Unauthorized', 'ログインしてください。');
    await setSessionCookie(ctx, found, false, { maxAge });
    return ctx.json({});
  },
);

/**
 * better-auth as the auth provider: it manages cookies, signing keys and tokens. What a password and a
 * second factor open is ours (docs/decisions/0007-sign-in.md, docs/decisions/0023-second-factor.md).
 */
export const provider = ({
  db,
  clock,
  publicUrl,
  allowSampleSignIns,
  ...secrets
}: Secrets & Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'allowSampleSignIns'>) => {
  const isSecure = publicUrl.startsWith('https:');
  const cookiePrefix = isSecure ? '__Host-tasuki' : 'tasuki';
  const sessionCookieName = `${cookiePrefix}.session`;

  const auth = betterAuth({
    appName: 'たすき',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret: secrets.secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
        jwks: authKeys,
      },
    }),
    // Off: sign-up and sign-in are ours.
    emailAndPassword: { enabled: false },
    // How long sessions last is ours, too (tokens/sessions.ts): it would move the end of any of them.
    session: { expiresIn: sessionDays * daySeconds, disableSessionRefresh: true },
    // Off: our own limits are stored in the database and count by the address that we determine.
    rateLimit: { enabled: false },
    disabledPaths: [cookiePath, '/jwks', '/error', '/ok'],
    trustedOrigins: [new URL(publicUrl).origin],
    telemetry: { enabled: false },
    // What it logs below the level of errors can name people.
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        console.warn('sign-in provider:', message, ...details.map(nameOfError)),
    },
    advanced: {
      cookiePrefix,
      cookies: { session_token: { name: sessionCookieName } },
      // Its own prefix would be __Secure-; ours is stricter.
      useSecureCookies: false,
      defaultCookieAttributes: {
        secure: isSecure,
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
      },
      ipAddress: { disableIpTracking: true },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        adapter: { getJwks: signingKeys({ db, ...secrets }) },
        jwks: {
          keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
          rotationInterval: keyLifeSeconds,
        },
        jwt: {
          issuer: publicUrl,
          audience: publicUrl,
          async definePayload({ user, session }) {
            const [row] = await db
              .select({
                role: users.role,
                isSample: users.isSample,
                hasSecondFactor: hasSecondFactor(sql`${user.id}`),
              })
              .from(users)
              .where(eq(users.uid, user.id));
            const iat = Math.floor(clock().getTime() / 1000);
            const isLacking =
              row && !row.hasSecondFactor && isSecondFactorDemanded(row, allowSampleSignIns);
            // These show the browser what to offer; the server asks the database each time.
            return {
              sid: session.id,
              role: row?.role,
              ...(isLacking && { lacksSecondFactor: true }),
              iat,
              exp: iat + tokenLifeSeconds,
            };
          },
        },
      }),
      { id: 'tasuki-sessions', endpoints: { sessionCookie } },
    ],
  });

  function headersOf(sent: CookieHeader) {
    const cookie = reSigned(sent, secrets);
    return new Headers({
      // The scope's own rule has checked the caller's origin (routes.ts).
      origin: new URL(publicUrl).origin,
      'content-type': 'application/json',
      ...(cookie !== undefined && { cookie }),
    });
  }

  return {
    /** The secret token of the session whose cookie this is; the signature is not checked. */
    sessionTokenIn: (cookie: CookieHeader) => signedValue(cookie, sessionCookieName),

    /** The cookie of an open session; refuses when it has ended meanwhile. */
    async sessionCookies({ token, maxAge }: OpenSession): Promise<string[]> {
      const { headers } = await auth.api.sessionCookie({
        body: { sessionToken: token, ...(maxAge !== null && { maxAge }) },
        headers: headersOf(undefined),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },

    /** Calls an endpoint of the provider by its path, as the browser with these cookies. */
    async call(
      method: 'GET' | 'POST',
      path: `/${string}`,
      cookie: CookieHeader,
      body?: unknown,
    ): Promise<ProviderAnswer> {
      const answer = await auth.handler(
        new Request(`${publicUrl}/api/auth${path}`, {
          method,
          headers: headersOf(cookie),
          ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        }),
      );
      const text = await answer.text();
      // It responds so when the database is unreachable; other causes would not help the caller.
      if (answer.status >= 500) {
        throw refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds: 3 });
      }
      return {
        status: answer.status,
        body: text === '' ? null : JSON.parse(text),
        cookies: answer.headers.getSetCookie(),
      };
    },
  };
};
export type Provider = ReturnType<typeof provider>;
