import type { FastifyReply } from 'fastify';
import type { Refusal } from '#domain/errors/refusal.ts';
import { statusOf, toErrorBody } from './error-table.ts';

/** Sends an error body, which no cache may store. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(refusal.retryAfterSeconds));
  }
  return (
    reply
      .status(statusOf[refusal.type])
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      // Serialised here: a route's own schemas know nothing of error bodies.
      .serializer(JSON.stringify)
      .send(toErrorBody(refusal))
  );
}
