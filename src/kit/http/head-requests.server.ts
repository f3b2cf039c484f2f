import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests received as HEAD. */
const heads = new WeakSet<IncomingMessage>();

/** Original method of a request, also during routing. */
export const methodOf = (message: IncomingMessage): string | undefined =>
  heads.has(message) ? 'HEAD' : message.method;

/**
 * Routes a HEAD request to the GET route of the same path: HEAD routes of their own would almost double the routes
 * mounted at a start.
 */
export function routeHeadAsGet(message: IncomingMessage): void {
  if (message.method !== 'HEAD') return;
  heads.add(message);
  message.method = 'GET';
}

/**
 * Restores the method HEAD after routing: the response has GET's headers, and Node omits the body (RFC 9110, 9.3.2).
 * Register before all other hooks.
 */
export function answerHead(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (heads.has(request.raw)) request.raw.method = 'HEAD';
    done();
  });
}
