import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedAddress } from './client-address.server.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4::/64'],
  ['', 'unknown'],
  ['nonsense', 'unknown'],
])('%s counts as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

test('whoever owns a /64 is one caller, whatever address of it they use and however they write it', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const four = fc.tuple(group, group, group, group);
  fc.assert(
    fc.property(four, four, four, fc.boolean(), (prefix, one, other, isUpper) => {
      const write = (rest: number[]) =>
        [...prefix, ...rest].map((part) => part.toString(16)).join(':');
      const written = isUpper ? write(other).toUpperCase() : write(other);
      // ::ffff:0:0/96 is IPv4 mapped into IPv6, where each address counts by itself.
      fc.pre(prefix.some((part) => part !== 0));
      expect(countedAddress(written)).toBe(countedAddress(write(one)));
    }),
  );
});
