import { describe, expect, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';

const bucket = { S3_BUCKET: 'tasuki', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };

describe.each([
  ['PUBLIC_URL', {}],
  ['S3_ENDPOINT', bucket],
] as const)('%s', (name, others) => {
  const read = (value: string) => readEnv({ ...others, [name]: value })[name];

  test.each([
    'https://tasuki.example',
    'https://tasuki.example:8443/',
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.8.9.10:80',
    'http://[::1]:3000',
  ])('may be %s', (value) => expect(read(value)).toBe(value));

  test.each([
    'http://tasuki.example',
    'http://192.168.0.5:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://[::2]',
    'ftp://localhost',
    'tasuki.example',
    'https://name:word@tasuki.example',
    'https://tasuki.example/?a=b',
    'https://tasuki.example/#a',
  ])('may not be %s, and one line says what to write', (value) => {
    expect(() => read(value)).toThrow(
      new Error(
        `These environment variables need mending:\n  ${name}: must be an https:// address; http:// is only for this machine (localhost, 127.0.0.1, [::1])`,
      ),
    );
  });
});
