import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import type { App } from '#server/http/app.ts';
import { serviceUnavailableMessage } from '#server/http/error-table.ts';
import type { Services } from '#server/services.ts';

const Ok = z.object({ status: z.literal('ok') });

/** For load balancers: alive says that the process answers, ready that it can serve people. */
export function healthRoutes(app: App, { health }: Pick<Services, 'health'>) {
  app.get(
    '/healthz',
    {
      config: { allow: 'anyone', isNeverShed: true },
      schema: { response: { 200: Ok }, hide: true },
    },
    () => ({ status: 'ok' }) as const,
  );
  app.get(
    '/readyz',
    { config: { allow: 'anyone' }, schema: { response: { 200: Ok }, hide: true } },
    async () => {
      if (!(await health.isReady())) {
        throw refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds: 3 });
      }
      return { status: 'ok' } as const;
    },
  );
}
