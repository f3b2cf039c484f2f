import { type TestApp, testOrigin } from './test-app.ts';

type Options = { headers?: Record<string, string>; remoteAddress?: string };

/**
 * A browser for tests without a real one: stores and sends cookies, uses its own page as the
 * origin, and fetches a token with its cookie.
 */
export function browser(app: TestApp['app'], { headers = {}, remoteAddress }: Options = {}) {
  const jar = new Map<string, string>();
  let token: string | undefined;

  async function send(method: 'GET' | 'POST', url: string, body?: unknown, more = {}) {
    const reply = await app.inject({
      method,
      url,
      ...(remoteAddress !== undefined && { remoteAddress }),
      headers: {
        origin: testOrigin,
        ...(jar.size > 0 && {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
        ...more,
      },
      ...(body !== undefined && { payload: body as object }),
    });
    for (const header of [reply.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/max-age=0/i.test(header)) jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  }

  return {
    jar,
    get: (url: string, more = {}) => send('GET', url, undefined, more),
    post: (url: string, body?: unknown, more = {}) => send('POST', url, body, more),
    /** Fetches a token and sends it from now on; undefined if the cookie is invalid. */
    async renew(): Promise<string | undefined> {
      token = undefined;
      const reply = await send('GET', '/api/auth/token');
      token = reply.statusCode === 200 ? reply.json().token : undefined;
      return token;
    },
    /** Sends this token, or none. */
    carry(other: string | undefined) {
      token = other;
    },
    signUp: (email: string, password = 'a long password') =>
      send('POST', '/api/auth/sign-up/email', { email, password }),
    signIn: (email: string, password = 'a long password') =>
      send('POST', '/api/auth/sign-in/email', { email, password }),
  };
}
