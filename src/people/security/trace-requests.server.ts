import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { permits } from '#kit/actor.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { deviceOf } from '#people/sign-in/device.ts';
import type { SecurityLog } from './record-event.server.ts';
import { type RequestTrace, withTrace } from './request-trace.server.ts';
import type { SecurityTraces } from './security.server.ts';
import type { SecurityEventKind } from './security-event.ts';

/** Security event that a route records once done; `what` gives details. */
export type RouteNotes = { kind: SecurityEventKind; what: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    notes?: RouteNotes;
  }
  interface FastifyRequest {
    trace: RequestTrace | undefined;
  }
}

/** Gives each request its trace, and records security events visible in its response. */
export function traceRequests(app: FastifyInstance, security: SecurityTraces) {
  app.decorateRequest('trace', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const origin = () => ({
      address: request.address,
      device: deviceOf(request.headers['user-agent']),
    });
    const trace = security.traceOf({ origin, log: securityLog(request.log) });
    request.trace = trace;
    withTrace(trace, done);
  });
  // Waiting for a body leaves the async context of the earlier hook.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) withTrace(request.trace, done);
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    const { trace } = request;
    if (!trace) return;
    await withTrace(trace, () => noteAnswer(security, trace, request, reply)).catch(
      (error: Error) => console.warn('a security event is lost:', loggedError(error).message),
    );
  });
}

/** Logs at each LOG_LEVEL except silent, so that no setting hides an attack. */
const securityLog =
  (log: FastifyBaseLogger): SecurityLog =>
  (level, line) => {
    if (log.level !== 'silent') log.child({}, { level: 'info' })[level](line, 'security event');
  };

async function noteAnswer(
  security: SecurityTraces,
  trace: RequestTrace,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  for (const closed of trace.closed.splice(0)) await security.noteClosed(closed);
  const { notes } = request.routeOptions.config;
  const uid = request.actor?.kind === 'person' ? request.actor.uid : undefined;
  const reason = reasonOfDenial(request, reply.statusCode);
  if (reason !== undefined) {
    const { method, routeOptions } = request;
    await security.note({
      kind: 'denied',
      outcome: 'refused',
      who: uid === undefined ? 'unknown' : { uid },
      details: { reason, route: `${method} ${routeOptions.url}` },
    });
  } else if (notes && uid !== undefined && reply.statusCode < 300) {
    await security.note({
      kind: notes.kind,
      outcome: 'done',
      who: { uid },
      details: { what: notes.what },
    });
  }
}

/** Reason that a request was denied; undefined if it was not, or if a visitor only asked who they are. */
function reasonOfDenial(request: FastifyRequest, status: number): string | undefined {
  const { allow } = request.routeOptions.config;
  if (allow === undefined || (status !== 401 && status !== 403)) return undefined;
  if (status === 401) {
    if (request.headers.authorization !== undefined) return 'token';
    return allow === 'anyone' ? undefined : 'visitor';
  }
  // Foreign origins are refused before authentication.
  if (request.actor === undefined) return 'origin';
  return permits(allow, request.newcomer ?? request.actor) === 'yes' ? 'record' : 'role';
}
