import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from './page-cache.ts';

/** Sends a finished page: compressed as the browser accepts it, or 304 when it has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.headers(page.headers);
  if (page.status === 200) {
    reply.header('etag', page.etag).header('vary', 'accept-encoding');
    // A 304 repeats the policy: the browser updates the stored page's headers with it.
    if (request.headers['if-none-match'] === page.etag) return reply.status(304).send();
  }
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.status(page.status);
  if (page.brotli && /\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(page.brotli);
  }
  if (page.gzip && /\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(page.gzip);
  }
  return reply.send(page.body);
}
