import { expect, test } from 'vitest';
import {
  hashOfToken,
  replyAddress,
  threadIdOfAddress,
  threadToken,
} from './thread-tokens.server.ts';

const inboundMail = { address: 'reply@tasuki.example', secret: 'x'.repeat(32) };
const old = { secret: 'an earlier secret that is long enough' };
const now = { secret: 'the secret of today, long enough too', oldSecrets: [old.secret] };
const id = 'TC-7K2M-9QXD';
const addressOf = (secrets: { secret: string }) =>
  replyAddress({ inboundMail, ...secrets }, id) ?? '';

test('a reply address names its thread, however it is written, and fits into a mailbox', () => {
  const address = addressOf(now);
  expect(threadIdOfAddress(now, address)).toBe(id);
  expect(threadIdOfAddress(now, address.toUpperCase())).toBe(id);
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
});

test('no other address names it', () => {
  const address = addressOf(now);
  for (const other of [
    address.replace('7k2m', '7k2n'),
    address.replace('+tc-', '+tl-'),
    address.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@')),
    address.replace('@', 'a@'),
    'reply@tasuki.example',
    '',
  ]) {
    expect(threadIdOfAddress(now, other)).toBeUndefined();
  }
  expect(replyAddress({ ...now }, id)).toBeUndefined();
});

test('addresses and links of before a change of SECRET still work', () => {
  expect(threadIdOfAddress(now, addressOf(old))).toBe(id);
  const issued = threadToken(old, id, null);
  expect(threadToken(now, id, hashOfToken(issued))).toBe(issued);
  expect(threadToken(now, id, null)).not.toBe(issued);
});
