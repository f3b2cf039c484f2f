import { expect, test } from 'vitest';
import { coarseAddress } from './coarse-address.server.ts';

test.each([
  ['203.0.113.7', '203.0.0.0/16'],
  ['::ffff:203.0.113.7', '203.0.0.0/16'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8::/32'],
  ['2001:0DB8::1', '2001:db8::/32'],
  ['fe80::1%eth0', 'fe80:0::/32'],
  ['nonsense', 'unknown'],
  ['203.0.113.7\n"}', 'unknown'],
  [undefined, 'unknown'],
])('%s is somewhere in %s', (address, coarse) => {
  expect(coarseAddress(address)).toBe(coarse);
});
