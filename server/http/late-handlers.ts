import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Whether the time of a handler was over before it ended. */
const isLate = ({ signal }: FastifyRequest): boolean =>
  signal.aborted && (signal.reason as { code?: string }).code === 'FST_ERR_HANDLER_TIMEOUT';

/** Lets the first answer through, which is the refusal of the handler's time, and drops those after it. */
function sendOnce(reply: FastifyReply): void {
  const { send } = reply;
  reply.send = (payload?: unknown) => (reply.sent ? reply : send.call(reply, payload));
}

/**
 * Drops what a handler still answers, or throws, once its time is over and the caller has been refused. Fastify would try to
 * send it and log «Reply was already sent» for each.
 */
export function dropLateAnswers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function inTime(request, reply) {
      request.signal.addEventListener('abort', () => isLate(request) && sendOnce(reply), {
        once: true,
      });
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        if (!isLate(request) || !reply.sent) throw error;
        request.log.warn({ err: error }, 'failed after its time');
      });
    };
  });
}
