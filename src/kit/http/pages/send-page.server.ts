import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '#kit/http/accepted-encoding.server.ts';
import { compressedAs, isWorthCompressing } from './packed.server.ts';
import type { Page } from './page.server.ts';
import { encodings } from './page.server.ts';

/** Sends a finished page, compressed if accepted, or 304 if the browser has it. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply.headers(page.headers);
  if (page.status === 200) {
    reply.header('etag', page.etag).header('vary', 'accept-encoding');
    // A 304 repeats the policy: the browser updates the stored page's headers with it.
    if (request.headers['if-none-match'] === page.etag) return reply.status(304).send();
  }
  reply.status(page.status);
  const encoding = acceptedEncoding(request.headers['accept-encoding']?.toString(), encodings);
  if (!encoding || !isWorthCompressing(page)) return reply.send(page.body);
  return reply.header('content-encoding', encoding).send(await compressedAs(page, encoding));
}
