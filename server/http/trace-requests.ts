import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '#domain/auth/device.ts';
import type { SecurityEventKind } from '#domain/security/security-event.ts';
import { permits } from '#server/actor.ts';
import { loggedError } from '#server/observing/logged-error.ts';
import type { SecurityLog } from '#server/security/record-event.ts';
import { type RequestTrace, withTrace } from '#server/security/request-trace.ts';
import type { SecurityTraces } from '#server/security/security.ts';

/** What a route declares to leave a security event when it is done; `what` says more. */
export type RouteNotes = { kind: SecurityEventKind; what: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    notes?: RouteNotes;
  }
  interface FastifyRequest {
    trace: RequestTrace | undefined;
  }
}

/** Gives each request its trace, and notes security events that show in its answer. */
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
  // What waited for a body goes on outside of that.
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

/** Its lines come at each LOG_LEVEL but silent: an attack must not go unseen for a setting. */
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

/** Why a request was turned away; undefined where it was not, or where a visitor only asked who they are. */
function reasonOfDenial(request: FastifyRequest, status: number): string | undefined {
  const { allow } = request.routeOptions.config;
  if (allow === undefined || (status !== 401 && status !== 403)) return undefined;
  if (status === 401) {
    if (request.headers.authorization !== undefined) return 'token';
    return allow === 'anyone' ? undefined : 'visitor';
  }
  // Foreign origins are turned away before anybody is looked for.
  if (request.actor === undefined) return 'origin';
  return permits(allow, request.newcomer ?? request.actor) === 'yes' ? 'record' : 'role';
}
