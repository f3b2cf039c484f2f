import type { Caller } from './auth-dependencies.ts';
import { deviceOf } from './device.ts';

/** As Fastify gives it. */
type AskedBy = { ip: string; headers: { cookie?: string; 'user-agent'?: string } };

/** Who calls, as far as a request shows before its person is known. */
export const callerOf = ({ ip, headers }: AskedBy): Caller => ({
  address: ip,
  cookie: headers.cookie,
  device: deviceOf(headers['user-agent']),
});
