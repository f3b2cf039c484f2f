import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';
import { serviceUnavailableMessage } from './error-table.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served under overload as well: it is cheap, and a page without it does not work. */
    isNeverShed?: boolean;
  }
}

const retryAfterSeconds = 5;

/**
 * While the event loop stays late under many requests, refuses new ones with 503 and Retry-After.
 * One long stall, as at a start on a slow machine, is no overload: it has passed by the time that it
 * is seen. Nor are a few people on a machine that others keep busy: refusing them frees nothing.
 */
export async function shedUnderOverload(
  app: FastifyInstance,
  {
    /** From this mean delay of a sample on, the event loop counts as late. */
    lateMs = 1_000,
    sampleMs = 1_000,
    toleratedMs = 2_500,
    /** Up to this many requests at once none is refused. */
    fewRequests = 20,
  } = {},
): Promise<void> {
  const overload = overloadWatch(toleratedMs);
  let open = 0;
  app.addHook('onRequest', async () => {
    open += 1;
  });
  app.addHook('onResponse', async () => {
    open -= 1;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: lateMs,
    sampleInterval: sampleMs,
    async pressureHandler(request) {
      const isCrowd = open > fewRequests;
      if (!isCrowd || !overload.isLasting() || request.routeOptions.config.isNeverShed) return;
      const because = 'the event loop is late under many requests';
      throw refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds, because });
    },
  });
  const sample = () => overload.note(app.isUnderPressure(), performance.now());
  const sampling = setInterval(sample, sampleMs).unref();
  app.addHook('onClose', async () => clearInterval(sampling));
}

/** Distinguishes an overload of `toleratedMs` and more from a stall, by samples that come in order. */
export function overloadWatch(toleratedMs: number) {
  let lateSince: number | undefined;
  let latest = 0;
  return {
    note(isLate: boolean, atMs: number): void {
      lateSince = isLate ? (lateSince ?? atMs) : undefined;
      latest = atMs;
    },
    isLasting: () => lateSince !== undefined && latest - lateSince >= toleratedMs,
  };
}
