import { expect, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';
import { linkedService } from './oidc-setting.server.ts';

const line = {
  id: 'line',
  name: 'LINE',
  issuer: 'https://access.line.me',
  clientId: '1650000000',
  clientSecret: 'the secret of the channel',
};
const read = (value: unknown) =>
  readEnv({ OIDC_PROVIDERS: typeof value === 'string' ? value : JSON.stringify(value) });

test('without OIDC_PROVIDERS people sign in by password alone', () => {
  expect(read('').OIDC_PROVIDERS).toEqual([]);
  expect(read([]).OIDC_PROVIDERS).toEqual([]);
});

test('providers are read as they are written', () => {
  const google = { ...line, id: 'google', scopes: ['openid', 'email'], idTokenAlgorithm: 'RS256' };
  expect(read([line, google]).OIDC_PROVIDERS).toEqual([line, google]);
  const here = { ...line, issuer: 'http://localhost:4000/op' };
  expect(read([here]).OIDC_PROVIDERS).toEqual([here]);
});

test.each([
  ['an id of one letter', { id: 'x' }],
  ['an id of 32 letters, digits and hyphens', { id: `a-0${'z'.repeat(29)}` }],
  ['a name of 30 letters', { name: 'あ'.repeat(30) }],
  ['a client of 500 letters', { clientId: 'c'.repeat(500) }],
  ['a secret of 1,000 letters', { clientSecret: 's'.repeat(1_000) }],
  ['scopes of any letters that a scope may have', { scopes: ['!', '#[', ']~', 'z'.repeat(200)] }],
  ['no scope', { scopes: [] }],
  ...['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256'].map((name) => [
    name,
    { idTokenAlgorithm: name },
  ]),
] as [string, object][])('a provider may have %s', (_what, part) => {
  const one = { ...line, ...part };
  expect(read([one]).OIDC_PROVIDERS).toEqual([one]);
});

test('a name is read without the spaces around it', () => {
  expect(read([{ ...line, name: ' LINE　' }]).OIDC_PROVIDERS[0]?.name).toBe('LINE');
});

test('twenty providers may be named, no more', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...line, id: `line${index}` }));
  expect(read(many(20)).OIDC_PROVIDERS).toHaveLength(20);
  expect(() => read(many(21))).toThrow('OIDC_PROVIDERS: must be a JSON array');
});

test.each([
  ['OIDC_PROVIDERS: must be a JSON array of {"id","name","issuer"', '{id: line}'],
  ['OIDC_PROVIDERS: must be a JSON array of {"id","name","issuer"', line],
  ['OIDC_PROVIDERS: 1.issuer: must be an https:// address', [line, { ...line, issuer: 'x' }]],
  ['OIDC_PROVIDERS: 0.id: must be small letters, digits and hyphens', [{ ...line, id: 'LINE' }]],
  ['OIDC_PROVIDERS: 0.id: is taken', [{ ...line, id: 'credential' }]],
  ['OIDC_PROVIDERS: names an id twice', [line, line]],
])('the operator reads: %s', (message, value) => {
  expect(() => read(value)).toThrow(message);
});

test('a service that is offered goes by its name, one that no longer is by its id', () => {
  expect(linkedService([{ ...line, id: 'other' }, line], 'line')).toEqual({
    id: 'line',
    name: 'LINE',
    isOffered: true,
  });
  expect(linkedService([line], 'former')).toEqual({
    id: 'former',
    name: 'former',
    isOffered: false,
  });
});

test.each([
  ['no JSON', '{id: line}'],
  ['no list', line],
  ['an issuer in the clear', [{ ...line, issuer: 'http://access.line.me' }]],
  ['an issuer that is no address', [{ ...line, issuer: 'access.line.me' }]],
  ['an issuer with a query', [{ ...line, issuer: 'https://access.line.me?a=b' }]],
  ['an issuer with a fragment', [{ ...line, issuer: 'https://access.line.me#a' }]],
  ['no secret', [{ ...line, clientSecret: '' }]],
  ['too long a secret', [{ ...line, clientSecret: 's'.repeat(1_001) }]],
  ['no client', [{ ...line, clientId: '' }]],
  ['too long a client', [{ ...line, clientId: 'c'.repeat(501) }]],
  ['no name', [{ ...line, name: ' ' }]],
  ['too long a name', [{ ...line, name: 'あ'.repeat(31) }]],
  ['an id that begins with a digit', [{ ...line, id: '1line' }]],
  ['an id that ends otherwise', [{ ...line, id: 'line!' }]],
  ['an id of 33 letters', [{ ...line, id: 'z'.repeat(33) }]],
  ['a scope with a space', [{ ...line, scopes: ['openid email'] }]],
  ['a scope with a quote', [{ ...line, scopes: ['open"id'] }]],
  ['a scope with a backslash', [{ ...line, scopes: ['open\\id'] }]],
  ['an empty scope', [{ ...line, scopes: [''] }]],
  ['too long a scope', [{ ...line, scopes: ['z'.repeat(201)] }]],
  ['a field that is not known', [{ ...line, clientID: '1' }]],
  ['an id with a slash', [{ ...line, id: 'a/b' }]],
  ['the id of passwords', [{ ...line, id: 'credential' }]],
  ['an id twice', [line, { ...line, name: 'LINE 2' }]],
  ['an algorithm without a signature', [{ ...line, idTokenAlgorithm: 'none' }]],
])('%s is refused in one line that contains no secret', (_what, value) => {
  let message = '';
  try {
    read(value);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(/^These environment variables need mending:\n {2}OIDC_PROVIDERS: .+$/);
  expect(message).not.toContain('the secret of the channel');
});
