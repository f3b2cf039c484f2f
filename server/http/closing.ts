import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';
import type { AnswerClientError } from './client-errors.ts';
import { serviceUnavailableMessage } from './error-table.ts';

const retryAfterSeconds = 5;
/** For answers of the last moment to leave. */
const lastAnswersMs = 1_000;

const tooLate = Object.assign(new Error('the server stops'), { code: 'ERR_SERVER_STOPS' });

/**
 * Ends requests at a stop. What still arrives on open connections is refused, in the place of Fastify, which knows no
 * headers. Requests under way have `graceMs` to end, and get the same answer then.
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
    // Else the connection stays for a next request, and the stop waits for it; one that came already is answered, too.
    const { socket } = request.raw;
    const isLast = ![...underWay].some((other) => other !== request && other.raw.socket === socket);
    if (isLast) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request) => {
    underWay.delete(request);
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    // For responses with their head already sent.
    app.server.keepAliveTimeout = 1;
    let timer = setTimeout(() => {
      for (const { raw } of underWay) answer(tooLate, raw.socket);
      timer = setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
    }, graceMs).unref();
    app.server.once('close', () => clearTimeout(timer));
  });
}
