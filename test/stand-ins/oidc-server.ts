import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import type { OidcProvider } from '#people/sign-in/services/oidc-setting.server.ts';

/** An account at the provider, by its name there. */
export type OidcPerson = {
  email?: string;
  email_verified?: boolean;
  family_name?: string;
  given_name?: string;
};
type TokenAnswer = { id_token: string } & Record<string, unknown>;

export type OidcServer = {
  /** Its entry in OIDC_PROVIDERS. */
  setting: OidcProvider;
  people: Map<string, OidcPerson>;
  /** Changes the token endpoint's response while set. */
  tamper: ((answer: TokenAnswer) => TokenAnswer | Promise<TokenAnswer>) | undefined;
  /** A correctly signed ID token with these claims, so that only the claims can be wrong. */
  sign(claims: JWTPayload): Promise<string>;
  close(): Promise<void>;
};

/**
 * A real OpenID provider on this machine, for one client that returns to `publicUrl`. Its page lets
 * a browser choose one of `people`, or decline.
 */
export async function oidcServer({
  publicUrl,
  id = 'test',
  name = 'テストID',
  port = 0,
  idTokenAlgorithm,
}: {
  publicUrl: string;
  id?: string;
  name?: string;
  port?: number;
  idTokenAlgorithm?: 'HS256';
}): Promise<OidcServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const http = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(http.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = await exportJWK(privateKey);

  const people = new Map<string, OidcPerson>();
  const setting: OidcProvider = {
    id,
    name,
    issuer,
    clientId: 'tasuki',
    clientSecret: 'a secret of the client that is long enough',
    idTokenAlgorithm,
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: setting.clientId,
        client_secret: setting.clientSecret,
        redirect_uris: [`${publicUrl}/api/auth/callback/${id}`],
        ...(idTokenAlgorithm && { id_token_signed_response_alg: idTokenAlgorithm }),
      },
    ],
    jwks: { keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    // Set explicitly, or the library logs a warning about each.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['a key for tests'] },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['family_name', 'given_name'],
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Skips the consent page.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({
        clientId: setting.clientId,
        accountId: accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const server: OidcServer = {
    setting,
    people,
    tamper: undefined,
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  provider.use(async (context, next) => {
    await next();
    const answer = context.body as TokenAnswer | undefined;
    if (context.path === '/token' && answer?.id_token && server.tamper) {
      context.body = await server.tamper(answer);
    }
  });
  const answer = provider.callback();
  handle = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? interact(provider, people, request, response)
      : answer(request, response);
  return server;
}

/** The sign-in page, and the choice on it (?as=…, or none to decline). */
async function interact(
  provider: Provider,
  people: ReadonlyMap<string, OidcPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = new URL(request.url ?? '/', 'http://localhost');
  const sub = address.searchParams.get('as');
  if (sub === null) {
    const link = (as: string, text: string) =>
      `<p><a href="${address.pathname}?as=${encodeURIComponent(as)}">${text}</a></p>`;
    const links = [...people.keys()].map((name) => link(name, `${name}としてログイン`));
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="ja"><head><title>ログインのサービス</title><link rel="icon" href="data:,"></head><body><h1>ログインのサービス</h1>${links.join('')}${link('', 'やめる')}</body></html>`,
    );
    return;
  }
  const result =
    sub === '' ? { error: 'access_denied' } : { login: { accountId: sub, remember: true } };
  await provider.interactionFinished(request, response, result);
}

/** A browser at the provider; stores cookies, so it may already be signed in there. */
export function atProvider() {
  const jar = new Map<string, string>();
  return {
    /**
     * Follows the product's redirect and signs in as `sub` ('' declines); resolves to the address
     * it returns to.
     */
    async signIn(url: string, sub: string): Promise<string> {
      let next = url;
      for (let step = 0; step < 10; step++) {
        const reply = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
        });
        for (const header of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
        const location = reply.headers.get('location');
        if (location === null) throw new Error(`${reply.status} ${await reply.text()}`);
        const address = new URL(location, next);
        if (address.pathname.startsWith('/api/auth/callback/')) return address.href;
        if (address.pathname.startsWith('/interaction/')) address.searchParams.set('as', sub);
        next = address.href;
      }
      throw new Error('The provider leads in circles.');
    },
  };
}
