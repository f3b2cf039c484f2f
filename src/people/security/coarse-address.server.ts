import { countedAddress } from '#kit/limits/client-address.server.ts';

/** The part of an address that identifies a region, not a household: IPv4 /16, IPv6 /32. */
export function coarseAddress(address: string | undefined): string {
  const counted = countedAddress(address ?? '');
  const isIpv6 = counted.includes(':');
  if (!isIpv6 && !counted.includes('.')) return 'unknown';
  return isIpv6
    ? `${counted.split(':').slice(0, 2).join(':')}::/32`
    : `${counted.split('.').slice(0, 2).join('.')}.0.0/16`;
}
