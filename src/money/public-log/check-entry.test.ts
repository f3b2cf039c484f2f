import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isProven, opensIn } from './check-entry.ts';
import type { LogEntry } from './log-entry.ts';

const sha = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leaves = ['a', 'b', 'c'].map((line) => sha(Uint8Array.of(0), line));
const node = (left: Buffer, right: Buffer) => sha(Uint8Array.of(1), left, right);
const [a, b, c] = leaves as [Buffer, Buffer, Buffer];
const root = node(node(a, b), c).toString('base64');
const entry = (position: number, line: string, proof: Buffer[]): LogEntry => ({
  ...{ position, line, day: '2026-11-20', kind: 'figures', size: 3, root },
  proof: proof.map((hash) => hash.toString('base64')),
});

test.each([[entry(0, 'a', [b, c])], [entry(1, 'b', [a, c])], [entry(2, 'c', [node(a, b)])]])(
  'an entry at its place is proven: %#',
  async (one) => {
    expect(await isProven(one)).toBe(true);
    expect(await isProven({ ...one, line: 'x' })).toBe(false);
    expect(await isProven({ ...one, proof: one.proof.slice(1) })).toBe(false);
    expect(await isProven({ ...one, proof: [...one.proof, root] })).toBe(false);
    expect(await isProven({ ...one, position: 3 })).toBe(false);
    expect(await isProven({ ...one, root: c.toString('base64') })).toBe(false);
  },
);

test('an opening fits its hash and the entry that lists it', async () => {
  const [salt, line] = [Buffer.alloc(32, 5), '{"step":"donated"}'];
  const hash = sha(salt, line).toString('base64');
  const opening = { line, salt: salt.toString('base64'), hash, position: 0 };
  const listed = (hashes: string[], kind = 'commitment') =>
    entry(0, JSON.stringify({ hashes, kind }), []);
  expect(await opensIn(opening, listed(['other', hash]))).toBe(true);
  expect(await opensIn(opening, listed(['other']))).toBe(false);
  expect(await opensIn(opening, listed([hash], 'letter'))).toBe(false);
  expect(await opensIn({ ...opening, line: '{"step":"remitted"}' }, listed([hash]))).toBe(false);
});
