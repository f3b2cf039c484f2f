import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FuzzAnswer } from '#test/fuzz/fuzz-operation.ts';
import type { FuzzRequest } from '#test/fuzz/fuzz-requests.ts';
import { rowsOf } from './site.ts';

/** A token lives five minutes. */
const renewAfterMs = 4 * 60_000;
const maxTries = 10;

const anyAddress = () => `10.${randomBytes(3).join('.')}`;
const json = { 'content-type': 'application/json' };

type Role = 'donor' | 'operator';

/** Registers a new person through the API; returns the session's cookie. */
async function register(url: string, databaseUrl: string, role: Role): Promise<string> {
  const post = (path: string, body: unknown, headers: Record<string, string>) =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': anyAddress(), ...headers },
      body: JSON.stringify(body),
    });
  const email = `${randomUUID()}@tasuki.example`;
  const password = randomUUID();
  const signedUp = await post('/api/auth/sign-up/email', { email, password }, {});
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const authorization = await bearerOf(url, cookie);
  await post('/api/users', { lastName: '髙橋', firstName: '花子' }, { authorization });
  if (role === 'operator') {
    await rowsOf(
      databaseUrl,
      `update users set role = 'operator', is_sample = true where email = $1`,
      [email],
    );
    // A sample person needs no second factor here. The cached session is refreshed within a second.
    await wait(1_000);
  }
  return cookie;
}

async function bearerOf(url: string, cookie: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/token`, { headers: { cookie } });
  const { token } = (await reply.json()) as { token?: string };
  return token === undefined ? '' : `Bearer ${token}`;
}

/** Sends requests as a visitor, or as a person who stays signed in whatever the requests do. */
export function caller(url: string, databaseUrl: string, role: Role | undefined) {
  let cookie = '';
  let authorization = '';
  let renewedAtMs = Number.NEGATIVE_INFINITY;

  async function signedIn(): Promise<Record<string, string>> {
    if (role === undefined) return {};
    if (performance.now() - renewedAtMs > renewAfterMs) {
      authorization = cookie === '' ? '' : await bearerOf(url, cookie);
      if (authorization === '') {
        cookie = await register(url, databaseUrl, role);
        authorization = await bearerOf(url, cookie);
      }
      renewedAtMs = performance.now();
    }
    return { authorization };
  }

  async function send({ method, url: path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
    const reply = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...headers, 'x-forwarded-for': anyAddress(), ...(await signedIn()) },
      ...(body !== undefined && { body }),
    });
    return { status: reply.status, body: await reply.text() };
  }

  return async (request: FuzzRequest): Promise<FuzzAnswer> => {
    let answer = await send(request);
    // An earlier request ended the session: continue as another person.
    if (answer.status === 401 && role !== undefined) {
      renewedAtMs = Number.NEGATIVE_INFINITY;
      answer = await send(request);
    }
    // A busy server may refuse with 503, but not forever.
    for (let tries = 1; answer.status === 503 && tries < maxTries; tries++) {
      await wait(1_000);
      answer = await send(request);
    }
    return answer;
  };
}
