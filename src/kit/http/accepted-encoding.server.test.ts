import { expect, test } from 'vitest';
import { acceptedEncoding } from './accepted-encoding.server.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;Q=1', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 ,gzip;q=0.0', undefined],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity, gzip', 'gzip'],
  ['identity;q=0', undefined],
  ['identity;q=0, *', 'br'],
  ['brotli, xbr, br-x, gzipped', undefined],
  ['br;q=, gzip;q=x', undefined],
  ['br;level=4;q=0', undefined],
  ['gzip;q=1e999, br;q=2', undefined],
  ['br;q=-1, gzip;q=0.1234, *;q=1.001', undefined],
])('%s is answered with %s', (header, encoding) => {
  expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding);
});
