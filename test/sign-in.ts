import { codeOf } from './factories/totp.ts';

/** Unused recovery codes of second factors set up here, by e-mail. */
const recoveryCodes = new Map<string, string[]>();

/**
 * Signs in at a running server like a browser; returns a bearer token. Operators and staff set up
 * the required second factor, and use a recovery code at later sign-ins.
 */
export async function signIn(
  url: string,
  email: string,
  password: string,
  ask: typeof fetch = fetch,
): Promise<string> {
  const jar = new Map<string, string>();

  async function send(path: string, body?: object, token?: string) {
    const reply = await ask(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        origin: url,
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    for (const header of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      jar.set(name, value);
    }
    return (await reply.json()) as Record<string, unknown>;
  }
  const tokenNow = async () => String((await send('/api/auth/token')).token);

  const { twoFactor } = await send('/api/auth/sign-in/email', { email, password });
  if (twoFactor === true) {
    const code = recoveryCodes.get(email)?.pop();
    await send('/api/auth/second-factor/verify-recovery-code', { code });
  }
  const token = await tokenNow();
  if (!lacksSecondFactor(token)) return token;
  const { totpURI } = await send('/api/auth/totp/enable', { password }, token);
  const body = { code: codeOf(String(totpURI)) };
  const made = await send('/api/auth/totp/confirm', body, token);
  recoveryCodes.set(email, made.recoveryCodes as string[]);
  return tokenNow();
}

function lacksSecondFactor(token: string): boolean {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return (JSON.parse(claims) as { lacksSecondFactor?: boolean }).lacksSecondFactor ?? false;
}
