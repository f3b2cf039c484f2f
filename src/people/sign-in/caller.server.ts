import type { Caller } from './auth-dependencies.server.ts';
import { deviceOf } from './device.ts';

/** Fields of a request used here. */
type AskedBy = {
  address: string;
  headers: { cookie?: string; 'user-agent'?: string };
  newCookies: string[];
};

/** Caller of a request before authentication. */
export const callerOf = ({ address, headers, newCookies }: AskedBy): Caller => ({
  address,
  cookie: headers.cookie,
  device: deviceOf(headers['user-agent']),
  giveCookies: (cookies) => void newCookies.push(...cookies),
});
