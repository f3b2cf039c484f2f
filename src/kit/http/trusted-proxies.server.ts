import { BlockList, isIP, isIPv6 } from 'node:net';

/** Trusted proxies: a number of nearest hops, or known addresses. */
export type TrustedProxies = { hops: number } | { isTrusted: (address: string) => boolean };

export const noProxies: TrustedProxies = { hops: 0 };

export const trustedProxiesForm =
  'the number of proxies in front of the server (1), or their addresses and networks (127.0.0.1, 10.0.0.0/8); true, which believed whatever a caller claimed, is no more';

/** Reads TRUST_PROXY: no proxies for an empty text; throws on one that is not of `trustedProxiesForm`. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (['', 'false', '0'].includes(text)) return noProxies;
  if (/^[1-9]$/.test(text)) return { hops: Number(text) };
  const list = new BlockList();
  for (const part of text.split(',')) add(list, part.trim());
  return { isTrusted: (address) => list.check(address, familyOf(address)) };
}

function add(list: BlockList, text: string): void {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  // A network of all addresses would mean `true`.
  if (isIP(address) === 0 || Number(bits) === 0) throw new Error(trustedProxiesForm);
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** An address as proxies write it, with or without a port; undefined if invalid. */
function addressIn(entry: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  return isIP(address) === 0 ? undefined : address;
}

/**
 * The caller's address, read from the right: each proxy appends its peer, and everything left of the trusted entries
 * may be forged. With fewer entries than hops the request bypassed a proxy, and the header is ignored.
 */
export function addressBehind(
  proxies: TrustedProxies,
  peer: string,
  forwardedFor: string | undefined,
): string {
  const entries = forwardedFor?.split(',').map((entry) => addressIn(entry.trim())) ?? [];
  if ('hops' in proxies) return (proxies.hops > 0 && entries.at(-proxies.hops)) || peer;
  let address = peer;
  while (isIP(address) !== 0 && proxies.isTrusted(address)) {
    const next = entries.pop();
    if (next === undefined) break;
    address = next;
  }
  return address;
}
