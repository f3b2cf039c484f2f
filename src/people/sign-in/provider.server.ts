import { createHmac, timingSafeEqual } from 'node:crypto';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { betterAuth } from 'better-auth/minimal';
import { jwt } from 'better-auth/plugins/jwt';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { hasSecondFactor, isSecondFactorDemanded } from './second-factor/factors.server.ts';
import {
  authAccounts,
  authKeys,
  authSessions,
  authUsers,
  authVerifications,
} from './sign-in-tables.server.ts';
import { type OpenSession, sessionDays } from './tokens/sessions.server.ts';
import { signingKeys } from './tokens/signing-keys.server.ts';

/** Signed cookie of the auth provider: value, dot, base64 HMAC, percent-encoded. */
const signed = /^(.+)\.([A-Za-z0-9+/]{43}=)$/;

const signatureOf = (secret: string, value: string) =>
  createHmac('sha256', secret).update(value).digest();

/**
 * Re-signs cookies signed under an earlier SECRET, so that their sessions continue: the auth provider knows only one.
 */
function reSignCookies(cookie: string | undefined, secrets: Secrets): string | undefined {
  const [present = '', ...earlier] = secretsOf(secrets);
  if (cookie === undefined || earlier.length === 0) return cookie;
  return cookie
    .split(';')
    .map((pair) => {
      const [name = '', text = ''] = pair.trim().split('=', 2);
      const [, value = '', signature = ''] = signed.exec(decoded(text)) ?? [];
      const given = Buffer.from(signature, 'base64');
      const isEarlier = earlier.some((secret) => {
        const own = signatureOf(secret, value);
        return given.length === own.length && timingSafeEqual(given, own);
      });
      if (!isEarlier) return pair.trim();
      const newSignature = signatureOf(present, value).toString('base64');
      return `${name}=${encodeURIComponent(`${value}.${newSignature}`)}`;
    })
    .join('; ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Lifetime of a token; the browser renews it by the cookie (docs/product.md, Sign-in and sessions). */
const tokenLifeSeconds = 5 * 60;
const daySeconds = 24 * 60 * 60;
const keyLifeSeconds = 90 * daySeconds;

/** Cookie header of the request. */
export type CookieHeader = string | undefined;
/** Response of a provider endpoint; `cookies` are Set-Cookie headers. */
export type ProviderAnswer = { status: number; body: unknown; cookies: string[] };

/** Value of a signed cookie, without its signature, or undefined. */
function signedValue(cookie: CookieHeader, name: string): string | undefined {
  for (const pair of (cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return /^([\w-]+)\./.exec(value ?? '')?.[1];
  }
  return undefined;
}

/** Name and code of an error, for searching; its message may contain user input. */
const nameOfError = (error: unknown) =>
  error instanceof Error ? `${error.name} ${(error as { code?: string }).code ?? ''}` : '';

const cookiePath = '/session-cookie';

/** Turns an open session into its cookie; the token is a secret, so knowing it is sufficient proof. */
const sessionCookie = createAuthEndpoint(
  cookiePath,
  {
    method: 'POST',
    /** Without a Max-Age the browser drops the cookie on closing. */
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
 * better-auth as the auth provider: it manages cookies, signing keys and tokens. Checking passwords and second factors
 * is our own (docs/decisions/0011-sign-in.md, docs/decisions/0012-passwords-and-second-factor.md).
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
    // Off: sign-up and sign-in are our own.
    emailAndPassword: { enabled: false },
    // So is session lifetime (tokens/sessions.ts): better-auth would extend every session.
    session: { expiresIn: sessionDays * daySeconds, disableSessionRefresh: true },
    // Off: our own limits are stored in the database and count by the address that we determine.
    rateLimit: { enabled: false },
    disabledPaths: [cookiePath, '/jwks', '/error', '/ok'],
    trustedOrigins: [new URL(publicUrl).origin],
    telemetry: { enabled: false },
    // Below the level of errors, its log may contain names.
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
            // For the browser's interface only; the server reads the database each time.
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
    const cookie = reSignCookies(sent, secrets);
    return new Headers({
      // routes.ts has checked the caller's origin.
      origin: new URL(publicUrl).origin,
      'content-type': 'application/json',
      ...(cookie !== undefined && { cookie }),
    });
  }

  return {
    /** Secret token of the session of this cookie; the signature is not checked. */
    sessionTokenIn: (cookie: CookieHeader) => signedValue(cookie, sessionCookieName),

    /** Cookie of an open session; refuses if it has ended meanwhile. */
    async sessionCookies({ token, maxAge }: OpenSession): Promise<string[]> {
      const { headers } = await auth.api.sessionCookie({
        body: { sessionToken: token, ...(maxAge !== null && { maxAge }) },
        headers: headersOf(undefined),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    },

    /** Calls an endpoint of the provider by its path, with the browser's cookies. */
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
      // It responds so if the database is unavailable; the caller could not act on any other cause.
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
