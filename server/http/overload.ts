import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';
import { serviceUnavailableMessage } from './error-table.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under overload as well: it is cheap, and a page that misses it is worth nothing. */
    isNeverShed?: boolean;
  }
}

const retryAfterSeconds = 5;

/**
 * While the event loop stays late under a crowd, refuses what comes with 503 and when to come again.
 * One long stall, as of a start on a slow machine, is no overload: it has passed by the time that it
 * is seen. Nor are a few people on a machine that others keep busy: refusing them frees nothing.
 */
export async function shedUnderOverload(
  app: FastifyInstance,
  {
    /** The mean delay of a sample from which on the event loop counts as late. */
    lateMs = 1_000,
    sampleMs = 1_000,
    toleratedMs = 2_500,
    /** So many requests at once are no crowd. */
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
      throw refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds });
    },
  });
  const sample = () => overload.note(app.isUnderPressure(), performance.now());
  const sampling = setInterval(sample, sampleMs).unref();
  app.addHook('onClose', async () => clearInterval(sampling));
}

/** Tells an overload of `toleratedMs` and more from a stall, by samples that come in order. */
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
