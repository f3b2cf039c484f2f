import { describe, expect, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';
import { addressBehind, parseTrustedProxies } from './trusted-proxies.server.ts';

/** Address taken as the caller's, for this setting, peer and X-Forwarded-For. */
const behind = (setting: string, peer: string, forwardedFor?: string) =>
  addressBehind(parseTrustedProxies(setting), peer, forwardedFor);

test.each(['', '0', 'false'])('with TRUST_PROXY=%s X-Forwarded-For is ignored', (setting) => {
  expect(behind(setting, '10.0.0.1', '203.0.113.7')).toBe('10.0.0.1');
});

test.each([
  ['1', '203.0.113.7', '203.0.113.7'],
  ['1', 'evil, 198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['1', '198.51.100.1,203.0.113.7:50123', '203.0.113.7'],
  ['1', '198.51.100.1, [2001:db8::1]:50123', '2001:db8::1'],
  ['1', '198.51.100.1, 2001:db8::1', '2001:db8::1'],
  ['2', '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
  // Bypassed a proxy: the header may be forged.
  ['2', '198.51.100.1', '10.0.0.1'],
  ['1', undefined, '10.0.0.1'],
  ['1', '', '10.0.0.1'],
  ['1', '203.0.113.7, unknown', '10.0.0.1'],
])('TRUST_PROXY=%s reads «%s» as %s', (setting, forwardedFor, address) => {
  expect(behind(setting, '10.0.0.1', forwardedFor)).toBe(address);
});

describe('with the addresses of proxies', () => {
  const setting = '10.0.0.0/8, 127.0.0.1, ::1, 2001:db8:7::/48';

  test.each([
    ['10.9.8.7', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['::1', '203.0.113.7, 10.1.1.1, 127.0.0.1', '203.0.113.7'],
    ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['2001:db8:7:1::5', '203.0.113.7', '203.0.113.7'],
    ['127.0.0.2', '203.0.113.7', '127.0.0.2'],
    ['198.51.100.9', '203.0.113.7', '198.51.100.9'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', '203.0.113.7, nonsense, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['', '203.0.113.7', ''],
  ])('%s is believed as far as a proxy has written «%s»', (peer, forwardedFor, address) => {
    expect(behind(setting, peer, forwardedFor)).toBe(address);
  });
});

test.each([
  ...['true', 'yes', '-1', '10', '1.5', '10.0.0.0/33', '::/129', '10.0.0', '10.0.0.1,'],
  ...['0.0.0.0/0', '::/0', '10.0.0.0/8/8', 'proxy.example'],
])('TRUST_PROXY=%s is refused with what to write instead', (setting) => {
  expect(() => readEnv({ TRUST_PROXY: setting })).toThrow(
    /^These environment variables need mending:\n {2}TRUST_PROXY: must be the number of proxies in front of the server \(1\), or .+$/,
  );
});

test('behind a proxy that appends, no made up address gives a caller new tries', async () => {
  const { app } = await testApp({ trustProxy: '1' });
  const statuses: number[] = [];
  for (let n = 0; n < 26; n++) {
    const headers = { 'x-forwarded-for': `192.0.2.${n}, 203.0.113.9` };
    const reply = await browser(app, { headers }).signIn(`nobody${n}@example.jp`);
    statuses.push(reply.statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
  const other = browser(app, { headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.1' } });
  expect((await other.signIn('nobody@example.jp')).statusCode).toBe(400);
});
