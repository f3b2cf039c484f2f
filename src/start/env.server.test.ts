import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readEnv } from './env.server.ts';

const operator = { OPERATOR_EMAIL: 'operator@midori.example' };
const read = (OPERATOR_PASSWORD: string, more = {}) =>
  readEnv({ ...operator, OPERATOR_PASSWORD, ...more }).OPERATOR_PASSWORD;

test('a start is refused with a short password of the first operator, and says why', () => {
  expect(() => read('fourteen chars')).toThrow(
    /OPERATOR_PASSWORD: must have 15 to 128 characters, for it opens what all others gave/,
  );
  expect(() => read('long '.repeat(26))).toThrow(/must have 15 to 128 characters/);
});

test.each([
  'password12345678',
  '1234567890123456',
  'operator@midori.example',
  'tasuki tasuki tasuki',
  'kifu-aozora-2026',
  '                ',
])('a start is refused with %j, and says why', (password) => {
  const PUBLIC_URL = 'https://kifu.aozora.example';
  expect(() => read(password, { PUBLIC_URL })).toThrow(/^OPERATOR_PASSWORD is too easily guessed/);
});

test('another of 15 characters is taken, or none', () => {
  expect(read('six red hens...')).toBe('six red hens...');
  expect(read('')).toBe('');
});

test('where answers come in is set with its secret, or not at all', () => {
  const INBOUND_MAIL_ADDRESS = 'Reply@midori.example';
  const INBOUND_MAIL_SECRET = 's'.repeat(32);
  const set = readEnv({ INBOUND_MAIL_ADDRESS, INBOUND_MAIL_SECRET });
  expect(set.INBOUND_MAIL_ADDRESS).toBe('reply@midori.example');
  expect(() => readEnv({ INBOUND_MAIL_ADDRESS })).toThrow(/needed together/);
  expect(() => readEnv({ INBOUND_MAIL_SECRET })).toThrow(/needed together/);
  expect(() => readEnv({ INBOUND_MAIL_ADDRESS, INBOUND_MAIL_SECRET: 'short' })).toThrow(
    /INBOUND_MAIL_SECRET/,
  );
  for (const address of ['reply', `${'a'.repeat(25)}@midori.example`, 'a+b@midori.example']) {
    expect(() => readEnv({ INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SECRET })).toThrow(
      /must be an address such as reply@example\.jp/,
    );
  }
});

test('README and .env.example name every setting, and no other', async () => {
  const [readme = '', example = ''] = await Promise.all(
    ['README.md', '.env.example'].map((file) => readFile(file, 'utf8')),
  );
  // NODE_ENV is not for whoever installs.
  const settings = Object.keys(readEnv({})).filter((name) => name !== 'NODE_ENV');
  const inExample = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect([...new Set(inExample)].toSorted()).toEqual(settings.toSorted());
  const table = readme.slice(readme.indexOf('## Settings'), readme.indexOf('### Several servers'));
  const rows = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  const named = rows.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  // A row for a group names the first of it: `S3_ENDPOINT`, `S3_BUCKET`, …
  const groups = rows
    .filter((cell) => cell.includes('…'))
    .map((cell) => /`([A-Z0-9]+_)/.exec(cell)?.[1] ?? '');
  const missing = settings.filter(
    (name) => !named.includes(name) && !groups.some((group) => name.startsWith(group)),
  );
  expect(missing).toEqual([]);
  expect(named.filter((name) => name !== undefined && !settings.includes(name))).toEqual([]);
});
