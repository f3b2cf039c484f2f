import { expect, test } from 'vitest';
import { codeAt, newTotpSecret, stepOf, stepOfCode, totpUri } from './totp.server.ts';

const secret = '12345678901234567890';

// RFC 6238, appendix B: the last six of its eight digits; and RFC 4226, appendix D.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  const at = new Date(seconds * 1000);
  expect(codeAt(secret, stepOf(at))).toBe(code);
  expect(stepOfCode(secret, code, { at, lastStep: null })).toBe(stepOf(at));
});
test.each(['755224', '287082', '359152', '969429', '338314'])('code %#  is %s', (code) => {
  const steps = ['755224', '287082', '359152', '969429', '338314'];
  expect(codeAt(secret, steps.indexOf(code))).toBe(code);
});

const at = new Date('2026-11-20T10:00:00+09:00');
const taken = (steps: number, lastStep: number | null = null) =>
  stepOfCode(secret, codeAt(secret, stepOf(at) + steps), { at, lastStep }) !== undefined;

test('the present code and the one before are taken, none that is to come', () => {
  expect([-2, -1, 0, 1, 2].map((steps) => taken(steps))).toEqual([false, true, true, false, false]);
});

test('none is taken of a step that was used, nor of one before', () => {
  const now = stepOf(at);
  expect([taken(0, now), taken(-1, now), taken(0, now - 1), taken(-1, now - 1)]).toEqual([
    false,
    false,
    true,
    false,
  ]);
});

test('what is no code is none', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
    expect(stepOfCode(secret, code, { at, lastStep: null })).toBeUndefined();
  }
});

test('an app reads the secret from the address', () => {
  // RFC 4648, section 10.
  expect(new URL(totpUri('foobar', 'a@b.example')).searchParams.get('secret')).toBe('MZXW6YTBOI');
  const uri = totpUri(secret, 'hanako@example.jp');
  expect(uri).toMatch(/^otpauth:\/\/totp\/%E3%81%9F%E3%81%99%E3%81%8D:hanako%40example\.jp\?/);
  const query = Object.fromEntries(new URL(uri).searchParams);
  expect(query).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'たすき',
    digits: '6',
    period: '30',
  });
  expect(newTotpSecret()).toMatch(/^[\w-]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
});
