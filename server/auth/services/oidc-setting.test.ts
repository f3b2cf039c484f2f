import { expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';

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
  ['no JSON', '{id: line}'],
  ['no list', line],
  ['an issuer in the clear', [{ ...line, issuer: 'http://access.line.me' }]],
  ['an issuer that is no address', [{ ...line, issuer: 'access.line.me' }]],
  ['an issuer with a query', [{ ...line, issuer: 'https://access.line.me?a=b' }]],
  ['no secret', [{ ...line, clientSecret: '' }]],
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
