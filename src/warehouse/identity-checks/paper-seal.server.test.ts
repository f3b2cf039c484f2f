import { expect, test } from 'vitest';
import { paperSeal } from './paper-seal.server.ts';

const secret = 'a secret for tests that is long enough';
const identityKey = 'another key for tests that is long too';
const text = Buffer.from('運転免許証 第000000000000号');

test('a paper opens for its own id alone, and nothing of it can be read or changed', () => {
  const { seal, open } = paperSeal({ secret });
  const sealed = seal(text, 'one');
  expect(open(sealed, 'one')).toEqual(text);
  expect(open(sealed, 'two')).toBeUndefined();
  expect(sealed.includes(text.subarray(0, 6))).toBe(false);
  for (const at of [0, 1, 13, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(open(changed, 'one')).toBeUndefined();
  }
  for (const length of [0, 1, 28]) {
    expect(open(sealed.subarray(0, length), 'one')).toBeUndefined();
  }
});

test('the same paper is sealed differently each time', () => {
  const { seal } = paperSeal({ secret });
  expect(seal(text, 'one')).not.toEqual(seal(text, 'one'));
});

test('a key of its own seals from then on, and what was sealed before still opens', () => {
  const before = paperSeal({ secret });
  const after = paperSeal({ secret, identityKey });
  expect(after.open(before.seal(text, 'one'), 'one')).toEqual(text);
  expect(before.open(after.seal(text, 'one'), 'one')).toBeUndefined();
  // The key may change again.
  const renewed = paperSeal({
    secret,
    identityKey: 'k'.repeat(32),
    oldIdentityKeys: [identityKey],
  });
  expect(renewed.open(after.seal(text, 'a'), 'a')).toEqual(text);
  const without = paperSeal({ secret, oldIdentityKeys: [identityKey] });
  expect(without.open(after.seal(text, 'a'), 'a')).toEqual(text);
  expect(without.isCurrent(before.seal(text, 'a'), 'a')).toBe(true);
  // SECRET may change without losing the papers.
  const changed = paperSeal({ secret: 'a new secret for tests, long enough', identityKey });
  expect(changed.open(after.seal(text, 'one'), 'one')).toEqual(text);
});
