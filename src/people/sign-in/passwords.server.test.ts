import { expect, test } from 'vitest';
import { hashPassword, passwordFits } from './passwords.server.ts';

test('a password fits only its own hash, and never a missing one', async () => {
  const stored = await hashPassword('a long password');
  expect(await passwordFits(stored, 'a long password')).toBe(true);
  expect(await passwordFits(stored, 'a long passwore')).toBe(false);
  for (const none of [null, undefined]) {
    expect(await passwordFits(none, 'a long password')).toBe(false);
    // The dummy hash for missing passwords matches nothing either.
    expect(await passwordFits(none, 'nobody has this password')).toBe(false);
  }
});

test('two passwords are hashed at a time and sixty wait; further ones are refused', async () => {
  const asked = Array.from({ length: 64 }, () => hashPassword('a long password'));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(62).fill('fulfilled'),
    'rejected',
    'rejected',
  ]);
  expect(outcomes[63]).toMatchObject({
    reason: { refusal: { type: 'ServiceUnavailable', retryAfterSeconds: 5 } },
  });
  // All slots are free again: the same number is accepted.
  const again = Array.from({ length: 62 }, () => hashPassword('a long password'));
  expect(new Set(await Promise.all(again)).size).toBe(62);
});
