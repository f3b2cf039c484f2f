import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import {
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { users } from '#people/accounts/account-tables.server.ts';
import { authKeys, authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { holding, waitForLocks } from '#test/lock-waits.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { accessTokens } from './access-tokens.server.ts';

const running = await testApp();
const { app, db, clock, services } = running;
const signIn = signedIn(running);
const published = await testApp({ allowSampleSignIns: false });

/** A key of our own table whose private half this test knows. */
const ours = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const keyId = 'a-key-of-ours';
let sessionId = '';
const uid = 'hanako';

async function addKey(id: string, publicKey: CryptoKey) {
  const jwk = JSON.stringify(await exportJWK(publicKey));
  // The provider cannot open its private half, as after a change of SECRET, and creates its own.
  await db.insert(authKeys).values({ id, publicKey: jwk, privateKey: '""', alg: 'EdDSA' });
}

beforeAll(async () => {
  await signIn(uid);
  await signIn('taro');
  const [session] = await db.select().from(authSessions).where(eq(authSessions.userId, uid));
  sessionId = session?.id ?? '';
  await addKey(keyId, ours.publicKey);
});

const nowSeconds = () => Math.floor(clock.now.getTime() / 1000);

/** A valid token except for the overrides. */
function token({
  header = {},
  claims = {},
  key = ours.privateKey,
}: {
  header?: Partial<JWTHeaderParameters>;
  claims?: JWTPayload;
  key?: CryptoKey;
} = {}) {
  return new SignJWT({
    sub: uid,
    sid: sessionId,
    iss: testOrigin,
    aud: testOrigin,
    iat: nowSeconds(),
    exp: nowSeconds() + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: keyId, ...header })
    .sign(key);
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A hand-made token, for algorithms that the library would not sign with. */
async function forged(header: object, sign: (input: string) => string) {
  const [, claims] = (await token()).split('.');
  const input = `${part(header)}.${claims}`;
  return `${input}.${sign(input)}`;
}

async function statusOf(bearer: string) {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await app.inject({ url: '/api/users/account', headers })).statusCode;
}

test('a token of a key in our table is accepted', async () => {
  expect(await statusOf(await token())).toBe(200);
});

test.each<[string, () => Promise<string> | string]>([
  ['no algorithm', () => forged({ alg: 'none', kid: keyId }, () => '')],
  ['no algorithm, in other letters', () => forged({ alg: 'NoNe', kid: keyId }, () => 'x')],
  [
    'HS256 with the public key as the secret',
    async () => {
      const { x } = await exportJWK(ours.publicKey);
      return forged({ alg: 'HS256', kid: keyId }, (input) =>
        createHmac('sha256', Buffer.from(String(x), 'base64url'))
          .update(input)
          .digest('base64url'),
      );
    },
  ],
  [
    'HS256 with the public key as PEM',
    async () => {
      const jwk = await exportJWK(ours.publicKey);
      const pem = createPublicKey({ key: jwk as object, format: 'jwk' } as never).export({
        type: 'spki',
        format: 'pem',
      });
      return forged({ alg: 'HS256', kid: keyId }, (input) =>
        createHmac('sha256', pem).update(input).digest('base64url'),
      );
    },
  ],
  [
    'a key of the sender under our key id',
    async () => {
      const theirs = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
      return token({ key: theirs.privateKey });
    },
  ],
  [
    'a key in the header (jwk)',
    async () => {
      const theirs = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
      const jwk = await exportJWK(theirs.publicKey);
      return token({ key: theirs.privateKey, header: { jwk } });
    },
  ],
  ['an address of keys (jku)', () => token({ header: { jku: 'http://127.0.0.1:9/keys' } })],
  ['an address of certificates (x5u)', () => token({ header: { x5u: 'http://127.0.0.1:9/x' } })],
  ['a key id that is none', () => token({ header: { kid: 'nobody' } })],
  ['a key id that is SQL', () => token({ header: { kid: "' or 1=1 --" } })],
  ['a key id that is a path', () => token({ header: { kid: '../../dev/null' } })],
  ['no key id', () => token({ header: { kid: undefined } })],
  ['another type', () => token({ header: { typ: 'at+jwt' } })],
  ['another issuer', () => token({ claims: { iss: 'https://evil.example' } })],
  ['another audience', () => token({ claims: { aud: 'https://evil.example' } })],
  ['no audience', () => token({ claims: { aud: undefined } })],
  ['no expiry', () => token({ claims: { exp: undefined } })],
  ['an expiry that is over', () => token({ claims: { exp: nowSeconds() - 31 } })],
  ['no time of issue', () => token({ claims: { iat: undefined } })],
  ['no person in it', () => token({ claims: { sub: undefined } })],
  ['a session in a list', () => token({ claims: { sid: [sessionId] } })],
  ['an issue too long ago', () => token({ claims: { iat: nowSeconds() - 331 } })],
  ['an issue to come', () => token({ claims: { iat: nowSeconds() + 120 } })],
  ['a start to come', () => token({ claims: { nbf: nowSeconds() + 120 } })],
  ['another person in it', () => token({ claims: { sub: 'taro' } })],
  ['no session in it', () => token({ claims: { sid: undefined } })],
  ['a session that is none', () => token({ claims: { sid: randomUUID() } })],
  [
    'claims that were changed',
    async () => {
      const [header, , signature] = (await token()).split('.');
      const claims = { sub: 'taro', sid: sessionId, iss: testOrigin, aud: testOrigin };
      return `${header}.${part({ ...claims, exp: nowSeconds() + 300 })}.${signature}`;
    },
  ],
  ['three dots', () => 'a.b.c'],
  ['nothing', () => ''],
  ['a megabyte', () => 'a'.repeat(8_000)],
])('a token with %s is refused', async (_what, make) => {
  expect(await statusOf(await make())).toBe(401);
});

test('an expired token is accepted for the difference of two clocks, no longer', async () => {
  const atHand = await token({ claims: { exp: nowSeconds() - 29 } });
  expect(await statusOf(atHand)).toBe(200);
  clock.now = new Date(clock.now.getTime() + 2_000);
  expect(await statusOf(atHand)).toBe(401);
});

test('a token that the provider made lives five minutes', async () => {
  const { authorization } = await signIn('jiro');
  const [, claims = ''] = authorization.split('.');
  const { iat, exp, sub, role, iss, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect({ life: exp - iat, sub, role, iss, aud }).toEqual({
    life: 300,
    sub: 'jiro',
    role: 'donor',
    iss: testOrigin,
    aud: testOrigin,
  });
});

test('a key that another process made is found', async () => {
  const fresh = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  await addKey('a-fresh-key', fresh.publicKey);
  const bearer = await token({ key: fresh.privateKey, header: { kid: 'a-fresh-key' } });
  expect(await statusOf(bearer)).toBe(200);
});

/** Runs a change as another process would: nothing in this process is notified. */
async function actsWithinASecond(
  change: () => Promise<unknown>,
  headers: Record<string, string>,
  after: number,
) {
  const url = '/api/users/check-role';
  const payload = { role: 'operator' };
  const ask = async () => (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
  expect(await ask()).toBe(200);
  await change();
  await pause(1_000);
  expect(await ask()).toBe(after);
}

test('a session that ends elsewhere ends here within a second', async () => {
  const headers = await signIn('saburo');
  const end = () => db.delete(authSessions).where(eq(authSessions.userId, 'saburo'));
  await actsWithinASecond(end, headers, 401);
});

test('the token of a person who is deleted elsewhere is refused here within a second', async () => {
  const headers = await signIn('shiro');
  const remove = () => db.delete(users).where(eq(users.uid, 'shiro'));
  await actsWithinASecond(remove, headers, 401);
});

test('a role that is taken away elsewhere is gone here within a second', async () => {
  const headers = await signIn('goro', 'operator');
  const ask = async () => (await app.inject({ url: '/api/office/mails', headers })).statusCode;
  expect(await ask()).toBe(200);
  await db.update(users).set({ role: 'donor' }).where(eq(users.uid, 'goro'));
  await pause(1_000);
  expect(await ask()).toBe(403);
});

test('one session ends, the others of the person stay', async () => {
  await signIn('rokuro');
  const other = await headersOfSession(running, 'rokuro');
  await db.delete(authSessions).where(eq(authSessions.userId, 'rokuro'));
  services.auth.forget('rokuro');
  const again = await headersOfSession(running, 'rokuro');
  const ask = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/api/users/account', headers })).statusCode;
  expect([await ask(other), await ask(again)]).toEqual([401, 200]);
});

test('a session that is over by the clock of the database is refused', async () => {
  const headers = await signIn('shichiro');
  await db
    .update(authSessions)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(authSessions.userId, 'shichiro'));
  services.auth.forget('shichiro');
  expect((await app.inject({ url: '/api/users/account', headers })).statusCode).toBe(401);
});

test('a session that could not be read is read again, not taken for unreadable', async () => {
  const { personOf } = accessTokens(running.dependencies);
  const bearer = await token();
  const release = await holding(
    running.databaseUrl,
    'lock table auth_sessions in access exclusive mode',
  );
  const failed = expect(personOf(bearer)).rejects.toThrow();
  await waitForLocks(db, 1);
  await db.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  await failed;
  await release();
  expect(await personOf(bearer)).toMatchObject({ kind: 'person', uid });
});

test('where the site is public, the token of a sample person is refused', async () => {
  const headers = await signedIn(published)('hachiro');
  const ask = async () =>
    (await published.app.inject({ url: '/api/users/account', headers })).statusCode;
  expect(await ask()).toBe(200);
  await published.db.update(users).set({ isSample: true }).where(eq(users.uid, 'hachiro'));
  published.services.auth.forget('hachiro');
  expect(await ask()).toBe(401);
});
