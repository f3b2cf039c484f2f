import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBytes, sealBytes } from './seal.server.ts';

test('no two sealed texts have the same nonce, and each opens', () => {
  const key = createSecretKey(randomBytes(32));
  const sealed = Array.from({ length: 2_000 }, () => sealBytes(key, Buffer.from('同じ'), 'a'));
  const nonces = new Set(sealed.map((bytes) => bytes.subarray(0, 12).toString('hex')));
  expect(nonces.size).toBe(sealed.length);
  expect(sealed.every((bytes) => openBytes(key, bytes, 'a')?.toString() === '同じ')).toBe(true);
});
