import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests that asked by HEAD. */
const heads = new WeakSet<IncomingMessage>();

/** By which method a request asked, also while it is being routed. */
export const methodOf = (message: IncomingMessage): string | undefined =>
  heads.has(message) ? 'HEAD' : message.method;

/**
 * Lets a request by HEAD find the route of the GET that it asks about: with routes of their own, a start would make
 * almost twice as many.
 */
export function routeHeadAsGet(message: IncomingMessage): void {
  if (message.method !== 'HEAD') return;
  heads.add(message);
  message.method = 'GET';
}

/**
 * From its route on a request by HEAD is one by HEAD again: the answer has the headers of GET, and Node leaves out its
 * body (RFC 9110, 9.3.2). Before all other hooks.
 */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (heads.has(request.raw)) request.raw.method = 'HEAD';
    done();
  });
}
