import type { FastifyReply, FastifyRequest } from 'fastify';
import { toRefusal } from './error-table.ts';
import { protectiveHeaders } from './security-headers.ts';
import { sendRefusal } from './send-refusal.ts';

/** Sends a page to a browser. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const reads = new Set(['GET', 'HEAD']);
/** As it was sent: this one cannot be decoded. */
const isOfApi = (url: string) => /^\/*api([/?]|$)/i.test(url);

/**
 * Answers a request whose address no router can read, before any hook: somebody who followed a broken
 * link gets a page, programs the error body.
 */
export function badAddress({
  publicUrl,
  malformedPage,
}: {
  publicUrl: string;
  malformedPage?: SendPage | undefined;
}) {
  const headers = protectiveHeaders(publicUrl);
  return async (error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers);
    const isMalformed = error.code === 'FST_ERR_BAD_URL' && reads.has(request.method);
    if (malformedPage === undefined || !isMalformed || isOfApi(request.url)) {
      return sendRefusal(reply, toRefusal(error));
    }
    return malformedPage(request, reply).catch((failure) => sendRefusal(reply, toRefusal(failure)));
  };
}
