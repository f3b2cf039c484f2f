import { type AttackedSite, publicUrl } from './attacked-site.ts';

type Reply = { status: number; headers: Headers; text: string; json: Record<string, unknown> };

let lastAddress = 0;
/** A fresh IP address. */
export const newAddress = () => {
  lastAddress++;
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
};
let lastPerson = 0;
/** A fresh e-mail. */
export const newEmail = (name: string) => `${name}${++lastPerson}@example.jp`;

export const goodPassword = 'kiiroi kasa to neko';

/** A browser with its own cookies; `forwarded` is its own X-Forwarded-For header. */
export function attacker(
  { url }: AttackedSite,
  { address = newAddress(), forwarded }: { address?: string; forwarded?: () => string } = {},
) {
  const jar = new Map<string, string>();
  let authorization: string | undefined;

  async function send(method: string, path: string, body?: unknown, more = {}): Promise<Reply> {
    const claimed = forwarded?.();
    const reply = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: publicUrl,
        // The proxy in front appends the address that it sees.
        'x-forwarded-for': claimed === undefined ? address : `${claimed}, ${address}`,
        'x-forwarded-proto': 'https',
        ...(body !== undefined &&
          !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(jar.size > 0 && { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }),
        ...(authorization !== undefined && { authorization }),
        ...more,
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    for (const header of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/max-age=0/i.test(header)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') && text !== '';
    const json = isJson ? JSON.parse(text) : {};
    return { status: reply.status, headers: reply.headers, text, json };
  }

  const page = {
    jar,
    get: (path: string, more = {}) => send('GET', path, undefined, more),
    post: (path: string, body: unknown = {}, more = {}) => send('POST', path, body, more),
    /** Sends a form with a file. */
    upload: (path: string, form: FormData) => send('POST', path, form),
    /** Fetches a token with the cookie and sends it from now on. */
    async renew() {
      authorization = undefined;
      const { token } = (await page.get('/api/auth/token')).json as { token?: string };
      if (token !== undefined) authorization = `Bearer ${token}`;
      return token !== undefined;
    },
    async signIn(email: string, password = goodPassword) {
      const reply = await page.post('/api/auth/sign-in/email', { email, password });
      await page.renew();
      return reply;
    },
    /** Registers an account; returns the status of the last step. */
    async register(email: string, { lastName = '髙橋', password = goodPassword } = {}) {
      const signedUp = await page.post('/api/auth/sign-up/email', { email, password });
      if (signedUp.status !== 200) return signedUp.status;
      await page.renew();
      return (await page.post('/api/users', { lastName, firstName: '花子' })).status;
    },
  };
  return page;
}
