import { expect, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';
import { parseDatabaseUrl } from './database-setting.server.ts';

test.each([
  '',
  'postgresql://tasuki:password@localhost:5432/tasuki',
  'postgres://tasuki@127.0.0.1/tasuki',
  'postgresql://tasuki@[::1]:5432/tasuki',
  'postgresql://tasuki@/tasuki?host=%2Fvar%2Frun%2Fpostgresql',
  'postgresql://tasuki:password@db.example/tasuki?sslmode=verify-full',
  'postgresql://tasuki:p%40ss@db.example/tasuki?sslmode=verify-full&sslrootcert=/etc/ca.pem',
])('a database that nobody listens in on is taken: %j', (url) => {
  expect(parseDatabaseUrl(url)).toBe(url);
});

test.each([
  'postgresql://tasuki:password@db.example/tasuki',
  'postgresql://tasuki:password@10.0.0.5:5432/tasuki?sslmode=prefer',
  'postgresql://tasuki@db.example/tasuki?sslmode=no-verify',
  'postgresql://tasuki@db.example/tasuki?sslmode=verify-full&ssl=false',
  'postgresql://tasuki@localhost/tasuki?host=db.example',
  'postgresql://tasuki@localhost@db.example/tasuki',
  'mysql://localhost/tasuki',
])('one on another machine needs TLS and its certificate: %j', (url) => {
  const SECRET = 'x'.repeat(32);
  for (const name of ['DATABASE_URL', 'DATABASE_READ_URL']) {
    expect(() => readEnv({ DATABASE_URL: '', SECRET, [name]: url })).toThrow(
      `${name}: must be postgresql://USER:PASSWORD@HOST/NAME?sslmode=verify-full`,
    );
  }
});
