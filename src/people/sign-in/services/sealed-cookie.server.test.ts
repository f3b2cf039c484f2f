import { expect, test } from 'vitest';
import { z } from 'zod';
import { sealedCookie } from './sealed-cookie.server.ts';

const Content = z.object({ word: z.string() });
const secret = 'a secret for tests that is long enough';
const clock = { now: new Date('2026-11-20T10:00:00+09:00') };
type Part = { name?: string; secret?: string; oldSecrets?: string[]; publicUrl?: string };
const cookieOf = (part: Part = {}) =>
  sealedCookie(part.name ?? 'tasuki.test', {
    secret,
    publicUrl: 'http://localhost:3000',
    clock: () => clock.now,
    ...part,
  });
/** Cookie header for a Set-Cookie header. */
const sent = (header: string) => header.split(';')[0];

test('what is stored is read again until it expires, by the same secret and name alone', async () => {
  const cookie = cookieOf();
  const kept = sent(await cookie.seal({ word: 'おはよう' }, 60));
  expect(kept).not.toContain('おはよう');
  const read = (of = kept, by = cookie) => by.open(of, Content);
  expect(await read()).toEqual({ word: 'おはよう' });
  expect(await read(`other=1; ${kept}; last=2`)).toEqual({ word: 'おはよう' });
  expect(await read(kept, cookieOf({ secret: `${secret}!` }))).toBeUndefined();
  expect(await read(kept, cookieOf({ secret: `${secret}!`, oldSecrets: [secret] }))).toEqual({
    word: 'おはよう',
  });
  const [, value] = kept?.split('=') ?? [];
  expect(await read(`tasuki.more=${value}`, cookieOf({ name: 'tasuki.more' }))).toBeUndefined();
  for (const none of ['', 'tasuki.test=', 'tasuki.test=x.y.z', `my${kept}`]) {
    expect(await read(none)).toBeUndefined();
  }
  expect(await cookie.open(undefined, Content)).toBeUndefined();
  expect(await cookie.open(kept, z.object({ number: z.number() }))).toBeUndefined();
  clock.now = new Date(clock.now.getTime() + 59_000);
  expect(await read()).toEqual({ word: 'おはよう' });
  clock.now = new Date(clock.now.getTime() + 1_000);
  expect(await read()).toBeUndefined();
});

test('over https it is bound to the host and to https, in the clear to neither', async () => {
  const lasts = 'Max-Age=60; Path=/; HttpOnly; SameSite=Lax';
  const plain = cookieOf();
  expect(await plain.seal({}, 60)).toMatch(new RegExp(`^tasuki\\.test=\\S+; ${lasts}$`));
  expect(plain.cleared).toBe('tasuki.test=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  const secure = cookieOf({ publicUrl: 'https://tasuki.example' });
  const header = await secure.seal({ word: 'a' }, 60);
  expect(header).toMatch(new RegExp(`^__Host-tasuki\\.test=\\S+; ${lasts}; Secure$`));
  expect(secure.cleared).toBe(
    '__Host-tasuki.test=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(await secure.open(sent(header), Content)).toEqual({ word: 'a' });
});
