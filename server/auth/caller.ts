import { deviceOf } from '#domain/auth/device.ts';
import type { Caller } from './auth-dependencies.ts';

/** As Fastify gives it. */
type AskedBy = { ip: string; headers: { cookie?: string; 'user-agent'?: string } };

/** Who calls, as far as a request shows before its person is known. */
export const callerOf = ({ ip, headers }: AskedBy): Caller => ({
  address: ip,
  cookie: headers.cookie,
  device: deviceOf(headers['user-agent']),
});
