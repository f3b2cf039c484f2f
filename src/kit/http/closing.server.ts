import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import type { AnswerClientError } from './client-errors.server.ts';
import { serviceUnavailableMessage } from './error-table.server.ts';

const retryAfterSeconds = 5;
/** Time for the last responses to be sent. */
const lastAnswersMs = 1_000;

const tooLate = Object.assign(new Error('the server stops'), { code: 'ERR_SERVER_STOPS' });

/**
 * Ends requests at a stop. Replaces Fastify's refusal of new requests on open connections, which lacks our headers.
 * Requests in progress get `graceMs` to finish, then the same refusal.
 */
export function endRequestsAtClose(
  app: FastifyInstance,
  { graceMs, answer }: { graceMs: number; answer: AnswerClientError },
) {
  const underWay = new Set<FastifyRequest>();
  let isClosing = false;

  app.addHook('onRequest', async (request) => {
    underWay.add(request);
    request.raw.once('close', () => underWay.delete(request));
    if (!isClosing) return;
    const because = 'the server is stopping';
    throw refuse('ServiceUnavailable', serviceUnavailableMessage, { retryAfterSeconds, because });
  });
  app.addHook('onSend', async (request, reply) => {
    if (!isClosing || request.raw.complete === false) return;
    // Otherwise keep-alive holds the connection open and delays the stop. Not while another request on it is pending.
    const { socket } = request.raw;
    const isLast = ![...underWay].some((other) => other !== request && other.raw.socket === socket);
    if (isLast) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request) => {
    underWay.delete(request);
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    // For responses with headers already sent.
    app.server.keepAliveTimeout = 1;
    let timer = setTimeout(() => {
      for (const { raw } of underWay) answer(tooLate, raw.socket);
      timer = setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
    }, graceMs).unref();
    app.server.once('close', () => clearTimeout(timer));
  });
}
