import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { serviceUnavailableMessage } from '#kit/http/error-table.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's `handlerTimeout`, or the default. */
    handlerLimitMs?: number;
  }
}

const retryAfterSeconds = 5;

/** Lets the first response through, the timeout's refusal, and drops later ones. */
function sendOnce(reply: FastifyReply): void {
  const { send } = reply;
  reply.send = (payload?: unknown) => (reply.sent ? reply : send.call(reply, payload));
}

/**
 * Answers 503 if a handler has no response after its route's `handlerTimeout`, or `limitMs`. Replaces Fastify's own
 * timeout, which also cuts a stream in progress. Register before other onSend hooks. Drops a handler's late response or
 * error: Fastify would try to send it and log «Reply was already sent» for each.
 */
export function limitHandlers(app: FastifyInstance, limitMs: number): void {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  const late = new WeakSet<FastifyRequest>();
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, handlerLimitMs: route.handlerTimeout ?? limitMs };
    route.handlerTimeout = undefined;
    const { handler } = route;
    route.handler = function inTime(request, reply) {
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        if (!late.has(request) || !reply.sent) throw error;
        request.log.warn({ err: error }, 'failed after its time');
      });
    };
  });
  app.addHook('onRequest', async (request, reply) => {
    const tooLong = () => {
      if (reply.sent || reply.raw.headersSent) return;
      late.add(request);
      sendOnce(reply);
      reply.send(refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds }));
    };
    const ms = request.routeOptions.config.handlerLimitMs ?? limitMs;
    timers.set(request, setTimeout(tooLong, ms).unref());
  });
  const stop = async (request: object) => clearTimeout(timers.get(request));
  app.addHook('onSend', stop);
  app.addHook('onRequestAbort', stop);
}
