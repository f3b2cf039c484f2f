import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFollowed, type SendErrorPage } from './document-errors.server.ts';
import { toRefusal } from './error-table.server.ts';
import { protectiveHeaders } from './security-headers.server.ts';
import { sendRefusal } from './send-refusal.server.ts';

/** Answers a request with an unparsable URL, before any hook: a browser gets a page, a program the error body. */
export function badAddress({
  publicUrl,
  sendErrorPage,
}: {
  publicUrl: string;
  sendErrorPage?: SendErrorPage | undefined;
}) {
  const headers = protectiveHeaders(publicUrl);
  return async (error: Error & { code?: string }, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers);
    const isPageDue = error.code === 'FST_ERR_BAD_URL' && isFollowed(request);
    if (sendErrorPage === undefined || !isPageDue) {
      return sendRefusal(reply, toRefusal(error));
    }
    return sendErrorPage(400, request, reply).catch((failure) =>
      sendRefusal(reply, toRefusal(failure)),
    );
  };
}
