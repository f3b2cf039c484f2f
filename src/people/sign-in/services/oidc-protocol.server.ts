import { jwtVerify } from 'jose';
import type { Configuration, IDToken, UserInfoResponse } from 'openid-client';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { normaliseEmail } from '#kit/values/email.ts';
import type { ServiceProblem } from '#people/sign-in/sign-in-service.ts';
import type { OidcProvider } from './oidc-setting.server.ts';

/** Short timeout, since a person is waiting. */
const timeoutSeconds = 3;
/** Metadata is fetched again after this. */
const freshForMs = 24 * 60 * 60_000;
const usualScopes = ['openid', 'email', 'profile'];
const longestName = 50;

/** Binds a provider's answer to this browser's request. */
export type Question = { state: string; nonce: string; verifier: string };

/** An identity from a verified ID token. */
export type Identity = {
  /** Unique over all providers: the issuer and its identifier of the person. */
  accountId: string;
  /** Normalised; empty if the provider gives none. */
  email: string;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  /** Time of the last authentication at the provider; undefined if not stated. */
  authenticatedAt: Date | undefined;
};

// Loaded only if a provider is set.
const library = () => import('openid-client');

/** OpenID Connect as a relying party: code flow with PKCE, state and nonce, checked by openid-client. */
export const oidcProtocol = ({ publicUrl, clock }: Pick<Dependencies, 'publicUrl' | 'clock'>) => {
  const known = new Map<string, { since: number; configuration: Promise<Configuration> }>();

  async function discover(provider: OidcProvider): Promise<Configuration> {
    const oidc = await library();
    const { clientSecret, idTokenAlgorithm } = provider;
    const issuer = new URL(provider.issuer);
    const byPost = oidc.ClientSecretPost(clientSecret);
    const byHeader = oidc.ClientSecretBasic(clientSecret);
    return oidc.discovery(
      issuer,
      provider.clientId,
      idTokenAlgorithm && { id_token_signed_response_alg: idTokenAlgorithm },
      (server, ...rest) => {
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_post'];
        return (methods.includes('client_secret_post') ? byPost : byHeader)(server, ...rest);
      },
      {
        timeout: timeoutSeconds,
        execute: [
          // Otherwise openid-client skips verifying the signature and relies on TLS.
          ...(idTokenAlgorithm === 'HS256' ? [] : [oidc.enableNonRepudiationChecks]),
          // Only for a provider on this machine (oidc-setting.ts).
          ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  }

  /** Provider metadata, fetched lazily: the product starts without it. */
  function configurationOf(provider: OidcProvider): Promise<Configuration> {
    const now = clock().getTime();
    const found = known.get(provider.id);
    if (found && now - found.since < freshForMs) return found.configuration;
    const configuration = discover(provider);
    known.set(provider.id, { since: now, configuration });
    configuration.catch(() => known.delete(provider.id));
    return configuration;
  }

  const returnAddress = ({ id }: OidcProvider) => `${publicUrl}/api/auth/callback/${id}`;

  return {
    /** Authorization URL; with `isAnew` the provider has to authenticate the person again. */
    async leave(provider: OidcProvider, { isAnew = false } = {}) {
      const oidc = await library();
      const configuration = await configurationOf(provider);
      const question: Question = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: returnAddress(provider),
        scope: [...new Set(['openid', ...(provider.scopes ?? usualScopes)])].join(' '),
        state: question.state,
        nonce: question.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(question.verifier),
        code_challenge_method: 'S256',
        ...(isAnew && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, question };
    },

    /** Redeems the provider's answer (`query` verbatim). Throws if anything in it is invalid. */
    async identify(provider: OidcProvider, query: string, question: Question): Promise<Identity> {
      const oidc = await library();
      const configuration = await configurationOf(provider);
      const address = new URL(`${returnAddress(provider)}?${query}`);
      const tokens = await oidc.authorizationCodeGrant(configuration, address, {
        expectedState: question.state,
        expectedNonce: question.nonce,
        pkceCodeVerifier: question.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims || tokens.id_token === undefined) throw new Error('no ID token');
      if (provider.idTokenAlgorithm === 'HS256') {
        const key = new TextEncoder().encode(provider.clientSecret);
        await jwtVerify(tokens.id_token, key, { algorithms: ['HS256'] });
      }
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const profile =
        claims.email === undefined && hasMore
          ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      return identityOf(claims, profile);
    },
  };
};

function identityOf(
  { iss, sub, auth_time }: IDToken,
  profile: IDToken | UserInfoResponse,
): Identity {
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return {
    accountId: `${iss}#${sub}`,
    email: normaliseEmail(text(profile.email)),
    isEmailVerified: profile.email_verified === true,
    firstName: text(profile.given_name).slice(0, longestName),
    lastName: text(profile.family_name).slice(0, longestName),
    authenticatedAt: auth_time === undefined ? undefined : new Date(auth_time * 1000),
  };
}

const declined = ['access_denied', 'login_required', 'consent_required', 'interaction_required'];
const away = ['temporarily_unavailable', 'server_error'];
const awayCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

/** Outcome to show for a sign-in that failed at the provider or in a check of its answer. */
export function problemAt({ id }: OidcProvider, error: unknown): ServiceProblem {
  const { error: answer = '', code = '', name = '' } = error as Record<string, string>;
  if (declined.includes(answer)) return 'cancelled';
  // The error's message may contain user input.
  console.warn('sign-in service', id, 'failed:', name, code);
  // Fetch throws this on a failed connection.
  const isAway = error instanceof TypeError || awayCodes.includes(code) || away.includes(answer);
  return isAway ? 'unavailable' : 'failed';
}
