import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from './error-table.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served under overload as well: cheap, and pages do not work without it. */
    isNeverShed?: boolean;
  }
}

const retryAfterSeconds = 5;

/**
 * Refuses new requests with 503 and Retry-After while the event loop stays late under many requests. A single long
 * stall, such as a start on a slow machine, is no overload: it is over once measured. Nor are a few requests on a
 * machine busy with other work: refusing them frees nothing.
 */
export async function shedUnderOverload(
  app: FastifyInstance,
  {
    /** Mean delay of a sample from which the event loop counts as late. */
    lateMs = 1_000,
    sampleMs = 1_000,
    toleratedMs = 2_500,
    /** No request is refused up to this many open ones. */
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

/** Tells an overload of at least `toleratedMs` from a stall, by samples in order of time. */
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
