import type { FastifyReply } from 'fastify';
import type { Refusal } from '#kit/errors/refusal.ts';
import { statusOf, toErrorBody } from './error-table.server.ts';

/** Sends an error body, with no-store. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  return (
    reply
      .status(statusOf[refusal.type])
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      // Bypasses the route's response schema, which does not describe error bodies.
      .serializer(JSON.stringify)
      .send(toErrorBody(refusal))
  );
}
