import { deviceOf } from '#domain/auth/device.ts';
import type { Caller } from './auth-dependencies.ts';

/** A request, as far as it is asked here. */
type AskedBy = {
  address: string;
  headers: { cookie?: string; 'user-agent'?: string };
  newCookies: string[];
};

/** Who calls, as far as a request shows before its person is known. */
export const callerOf = ({ address, headers, newCookies }: AskedBy): Caller => ({
  address,
  cookie: headers.cookie,
  device: deviceOf(headers['user-agent']),
  giveCookies: (cookies) => void newCookies.push(...cookies),
});
