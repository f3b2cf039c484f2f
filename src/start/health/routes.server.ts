import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';
import type { Services } from '#start/services.server.ts';

const Ok = z.object({ status: z.literal('ok') });
const Parts = z.object({
  status: z.enum(['ok', 'failing']),
  parts: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      state: z.enum(['ok', 'failing', 'unknown']),
      says: z.string(),
    }),
  ),
});

/** Answered under overload as well: a balancer would move visitors to a server with the same load. */
const config = { allow: 'anyone', isNeverShed: true } as const;

/** Liveness, for restarts; readiness, for balancers; and the parts, for alarms (docs/decisions/0007). */
export function healthRoutes(app: App, { health }: Pick<Services, 'health'>) {
  app.get(
    '/healthz',
    { config, schema: { response: { 200: Ok }, hide: true } },
    () => ({ status: 'ok' }) as const,
  );
  app.get('/readyz', { config, schema: { response: { 200: Ok }, hide: true } }, () => {
    if (!health.isReady()) {
      const because = 'no visitors should come to this process';
      throw refuse('ServiceUnavailable', serviceUnavailableMessage, {
        retryAfterSeconds: 3,
        because,
      });
    }
    return { status: 'ok' } as const;
  });
  app.get(
    '/health',
    { config, schema: { response: { 200: Parts, 503: Parts }, hide: true } },
    async (_request, reply) => {
      const parts = await health.parts();
      return reply.status(parts.status === 'ok' ? 200 : 503).send(parts);
    },
  );
}
