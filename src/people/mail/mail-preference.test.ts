import { expect, test } from 'vitest';
import { isOptionalMail, optionalMailKinds, switchOf } from './mail-preference.ts';

test('a donor may do without news, never without what is needed', () => {
  for (const kind of [
    'goods-received',
    'remitted',
    'kit-reminder',
    'next-box',
    'thanks',
    'pledge-replied',
  ]) {
    expect(isOptionalMail(kind)).toBe(true);
  }
  for (const kind of [
    'applied',
    'thanked',
    'donation-completed',
    'reset',
    'email-changed',
    'toString',
    '',
  ]) {
    expect(isOptionalMail(kind)).toBe(false);
  }
  expect(optionalMailKinds).toHaveLength(7);
});

test('a reminder of a donor’s own carton goes by the switch of the other reminder', () => {
  expect(switchOf('own-carton-reminder')).toBe('kit-reminder');
  expect(switchOf('thanks')).toBe('thanks');
  expect(switchOf('own-carton-received')).toBeUndefined();
});
