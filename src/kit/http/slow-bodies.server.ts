import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type AnswerClientError, lingerMs } from './client-errors.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Timeout for a request body on this route. */
    bodyTimeoutMs?: number;
  }
}

/** A connection idle for this long is closed. */
export const silenceMs = 14_000;
/** Shorter than the idle timeout, so that a slow handler still gets a response. */
export const longestHandlerMs = 12_000;
const ordinaryTimeoutMs = 10_000;

const tooSlow = Object.assign(new Error('the body came too slowly'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

/**
 * Keeps a slow body from occupying a connection (docs/robustness.md): it arrives in time or gets 408, and the rest
 * after an early response (413, 401 …) is read only briefly. A route with a longer handlerTimeout may stay silent for
 * that long once it has the body.
 */
export function limitSlowBodies(app: FastifyInstance, answer: AnswerClientError) {
  app.addHook('onRequest', async (request) => {
    const { raw, routeOptions } = request;
    // An injected request has no socket and its body at once.
    if (!hasBody(raw.headers) || raw.socket.setTimeout === undefined) return;
    const { config } = routeOptions;
    const { handlerLimitMs = 0 } = config;
    const timeoutMs = config.bodyTimeoutMs ?? ordinaryTimeoutMs;
    const timer = setTimeout(() => answer(tooSlow, raw.socket), timeoutMs).unref();
    raw.once('close', () => clearTimeout(timer));
    if (handlerLimitMs > silenceMs) {
      raw.once('end', () => raw.socket.setTimeout(handlerLimitMs + silenceMs));
    }
  });

  app.addHook('onSend', async (request, reply) => {
    const { raw, routeOptions } = request;
    if ((routeOptions.config.handlerLimitMs ?? 0) > silenceMs) raw.socket.setTimeout?.(silenceMs);
    if (!isUnfinished(raw)) return;
    // Closing at once would reset the connection before the response is read, even for a client that asked to close,
    // like proxies: its connection ends once the body is read.
    reply.removeHeader('connection');
    if (!reply.raw.shouldKeepAlive) closeOnceRead(raw, reply.raw);
    reply.raw.shouldKeepAlive = true;
    setTimeout(() => isUnfinished(raw) && raw.destroy(), lingerMs).unref();
  });
}

function closeOnceRead(request: IncomingMessage, response: ServerResponse) {
  response.once('finish', () => {
    if (request.complete) request.socket.destroySoon();
    else request.once('end', () => request.socket.destroySoon());
  });
}

type Raw = { complete: boolean; headers: Record<string, unknown> };

const hasBody = (headers: Raw['headers']) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

const isUnfinished = ({ complete, headers }: Raw) => complete === false && hasBody(headers);
