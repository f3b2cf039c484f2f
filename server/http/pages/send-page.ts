import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#server/http/accepted-encoding.ts';
import type { Page } from './page-cache.ts';

const encodings = ['br', 'gzip'] as const;

/** Sends a finished page: compressed as the browser accepts it, or 304 when it has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.headers(page.headers);
  if (page.status === 200) {
    reply.header('etag', page.etag).header('vary', 'accept-encoding');
    // A 304 repeats the policy: the browser updates the stored page's headers with it.
    if (request.headers['if-none-match'] === page.etag) return reply.status(304).send();
  }
  reply.status(page.status);
  const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString(), encodings);
  const packed = encoding && (encoding === 'br' ? page.brotli : page.gzip);
  if (!encoding || !packed) return reply.send(page.body);
  return reply.header('content-encoding', encoding).send(packed);
}
