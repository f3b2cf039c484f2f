import { expect, test } from 'vitest';
import { isOnlySignInMethod } from './service-link.ts';
import { fragmentOf, problemIn, serviceOutcomeIn, serviceProblems } from './sign-in-service.ts';

const line = { id: 'line', name: 'LINE', isOffered: true };
const google = { id: 'google', name: 'Google', isOffered: true };

test.each([
  ['a password besides', true, [line], false],
  ['nothing besides', false, [line], true],
  ['another service that is in use', false, [line, google], false],
  [
    'another service that is no longer offered',
    false,
    [line, { ...google, isOffered: false }],
    true,
  ],
])('with %s, a service is the only way to sign in: %s', (_what, hasPassword, services, isOnly) => {
  expect(isOnlySignInMethod({ hasPassword, services }, 'line')).toBe(isOnly);
});

test('an outcome is read from a fragment, and no other fragment is one', () => {
  expect(fragmentOf('signed-in')).toBe('#service=signed-in');
  for (const outcome of ['signed-in', 'code', 'newcomer', 'proven', 'too-many'] as const) {
    expect(serviceOutcomeIn(`#service=${outcome}`)).toBe(outcome);
  }
  for (const hash of ['', '#service=', '#service=constructor', 'service=code', '#service=code2']) {
    expect(serviceOutcomeIn(hash)).toBeUndefined();
  }
});

test('a problem has a message, a success and a missing outcome have none', () => {
  expect(problemIn('expired')).toBe(serviceProblems.expired);
  expect(problemIn('expired', { ...serviceProblems, expired: '別の言葉' })).toBe('別の言葉');
  expect(problemIn('signed-in')).toBeUndefined();
  expect(problemIn(undefined)).toBeUndefined();
});
