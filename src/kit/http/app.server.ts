import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  type Actor,
  type Allow,
  type Newcomer,
  type Person,
  permits,
  visitor,
} from '#kit/actor.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { forgetOutages, logFailure } from '#kit/observing/outages.server.ts';
import { sampledLines } from '#kit/observing/sampled-lines.server.ts';
import { type RouteNotes, traceRequests } from '#people/security/trace-requests.server.ts';
import type { Services } from '#start/services.server.ts';
import { badAddress } from './bad-address.server.ts';
import { clientErrors } from './client-errors.server.ts';
import { endRequestsAtClose } from './closing.server.ts';
import { isForDocument, type SendErrorPage } from './document-errors.server.ts';
import { statusOf, toRefusal } from './error-table.server.ts';
import { refuseForeignOrigins } from './foreign-origins.server.ts';
import { answerHead, methodOf, routeHeadAsGet } from './head-requests.server.ts';
import { jsonBodies } from './json-bodies.server.ts';
import { demandOneHost } from './one-host.server.ts';
import { shedUnderOverload } from './overload.server.ts';
import { securityHeaders } from './security-headers.server.ts';
import { sendRefusal } from './send-refusal.server.ts';
import { limitSlowBodies, longestHandlerMs, silenceMs } from './slow-bodies.server.ts';
import { breakOffStreams } from './streams/file-stream.server.ts';
import { limitHandlers } from './streams/handler-limit.server.ts';
import { addressBehind, noProxies, type TrustedProxies } from './trusted-proxies.server.ts';
import { demandReadableVersions } from './versions.server.ts';

/** Limits on unknown field names repeated in a message, and on characters of each. */
const maxNames = 10;
const maxNameLength = 40;

function unknownFields(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => name.slice(0, maxNameLength).toWellFormed());
  const rest = names.length - shown.length;
  return `使えない項目が含まれています：${shown.join('、')}${rest > 0 ? `、ほか${rest}件` : ''}`;
}

/** Sets Japanese default messages for schemas, since users read them. */
function setJapaneseMessages(): void {
  z.config({
    localeError: (issue) => {
      if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys);
      return issue.code === 'invalid_type' && issue.input === undefined
        ? '必要な項目が入力されていません。'
        : '入力の形式が正しくありません。入力内容をご確認ください。';
    },
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Allow;
    /** Requires a second factor shown in this session within ten minutes, for callers who have one. */
    needs?: 'second-factor-shown';
    /** Its Authorization header is no access token: the route checks it itself. */
    hasOwnBearer?: true;
  }
  interface FastifyRequest {
    actor: Actor;
    /** The caller's address by the trusted proxies; Fastify's own `ip` is the nearest proxy. */
    readonly address: string;
    /** Set instead of `actor`, which stays a visitor, until registration is complete. */
    newcomer: Newcomer | undefined;
    /** Set-Cookie headers sent before those of the route, which win. */
    newCookies: string[];
  }
  interface FastifyInstance {
    /** Policy table: every route with its declared access. */
    policies: Policy[];
  }
}

export type Policy = {
  method: string;
  url: string;
  allow: Allow;
  needsSecondFactorShown: boolean;
  /** Security event that a call records. */
  notes?: RouteNotes;
};

/** Instance passed to routes.ts files: zod schemas type their requests and replies. */
export type App = FastifyInstance<
  import('node:http').Server,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  ZodTypeProvider
>;

export type AppOptions = {
  logLevel: string;
  /** Receives log lines; standard output by default. */
  logStream?: { write(line: string): void } | undefined;
  /** If unset, X-Forwarded-For is ignored. */
  proxies?: TrustedProxies;
  publicUrl: string;
  /** Thresholds for refusing new requests; defaults are in `shedUnderOverload`. */
  overload?: Parameters<typeof shedUnderOverload>[1];
  /** Grace period of requests in progress at a stop; five seconds by default. */
  stopGraceMs?: number;
  /** Timeouts of handlers and of silent connections; defaults are in slow-bodies.ts. */
  limits?: { handlerMs?: number; silenceMs?: number };
  /** Sends browsers an error page where no page can be rendered; without it they get the error body. */
  sendErrorPage?: SendErrorPage;
  /** Adds hooks that see every request, refused ones included. */
  measure?: ((app: App) => void) | undefined;
  /** Mounts the routes; called once the policy is in force. */
  mount: (app: App) => Promise<void> | void;
};

/** Path and query of an absolute-form URL, as sent to proxies. */
const originForm = (url: string) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

const secondFactorNeededMessage =
  '運営と団体の担当者の方には、2段階認証をお願いしています。設定してから、もう一度お試しください。';

const bearer = /^Bearer ([\w.~+/-]+=*)$/i;

/** The signed-in person, on routes that require one. */
export function personOf(request: FastifyRequest): Person {
  if (request.actor.kind !== 'person') throw refuse('Unauthorized', 'ログインしてください。');
  return request.actor;
}

/** The signed-in caller, registered or not yet: for routes that allow 'signed-up'. */
export function signedUpOf(request: FastifyRequest): Person | Newcomer {
  return request.newcomer ?? personOf(request);
}

/**
 * Builds the HTTP application: limits and timeouts, the policy (a route without one fails the start), strict schemas,
 * the error table, security headers, the OpenAPI document.
 */
export async function buildApp(services: Services, options: AppOptions): Promise<App> {
  setJapaneseMessages();
  const answerClientError = clientErrors(options.publicUrl);
  const limits = { handlerMs: longestHandlerMs, silenceMs, ...options.limits };
  const app = fastify({
    logger: {
      level: options.logLevel,
      ...(options.logStream && { stream: options.logStream }),
      // Neither addresses nor queries nor headers: they may contain personal data.
      serializers: {
        req: (request) => ({
          method: methodOf(request.raw),
          path: (request.url ?? '').split('?')[0],
        }),
        res: (reply) => ({ status: reply.statusCode }),
        err: loggedError,
        // @fastify/multipart's trace log would contain every header of the request, including its token.
        busboyOptions: () => undefined,
      },
    },
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    // Disconnects slow clients after 15 s: slow headers and silence here, slow bodies in slow-bodies.ts. The request
    // timeout is for uploads, the slowest requests.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      // demandOneHost refuses these, with all headers.
      requireHostHeader: false,
    },
    // On a busy machine mounting hundreds of routes takes longer than Fastify's default of ten seconds.
    pluginTimeout: 0,
    requestTimeout: 180_000,
    connectionTimeout: limits.silenceMs,
    keepAliveTimeout: 10_000,
    // endRequestsAtClose refuses these, with all headers.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerClientError,
    frameworkErrors: badAddress(options),
    exposeHeadRoutes: false,
    rewriteUrl(message) {
      routeHeadAsGet(message);
      const { url = '/' } = message;
      return url.startsWith('/') ? url : originForm(url);
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  // Node would answer 417 without our headers; unknown expectations are ignored instead (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (...exchange) => app.server.emit('request', ...exchange));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const policies: Policy[] = [];
  app.decorate('policies', policies);
  app.decorateRequest('actor');
  app.decorateRequest('newcomer', undefined);
  app.decorateRequest('newCookies');
  const { proxies = noProxies } = options;
  app.decorateRequest('address', {
    getter() {
      const peer = this.raw.socket.remoteAddress ?? '';
      return addressBehind(proxies, peer, this.headers['x-forwarded-for']?.toString());
    },
  });
  app.addHook('onRoute', (route) => {
    const allow = route.config?.allow;
    if (allow === undefined) {
      throw new Error(`${route.method} ${route.url} declares no policy: add config: { allow: … }`);
    }
    const needsSecondFactorShown = route.config?.needs === 'second-factor-shown';
    const notes = route.config?.notes;
    for (const method of [route.method].flat()) {
      const policy = { method, url: route.url, allow, needsSecondFactorShown };
      policies.push(notes ? { ...policy, notes } : policy);
    }
  });
  answerHead(app);
  options.measure?.(app);
  limitHandlers(app, limits.handlerMs);
  traceRequests(app, services.security);
  limitSlowBodies(app, answerClientError);
  breakOffStreams(app);
  jsonBodies(app);

  // First, so that later refusals have these headers as well.
  securityHeaders(app, options.publicUrl);
  await shedUnderOverload(app, options.overload);
  endRequestsAtClose(app, { graceMs: options.stopGraceMs ?? 5_000, answer: answerClientError });
  demandOneHost(app);
  refuseForeignOrigins(app, options.publicUrl);

  app.addHook('onRequest', async (request, reply) => {
    request.actor = visitor;
    request.newCookies = [];
    reply.header('x-request-id', request.id);
    const { allow, hasOwnBearer } = request.routeOptions.config;
    // No route: the not-found handler needs no identity.
    if (allow === undefined) return;
    const header = hasOwnBearer ? undefined : request.headers.authorization;
    if (header !== undefined) {
      const token = bearer.exec(header)?.[1];
      const found = token === undefined ? undefined : await services.auth.personOf(token);
      if (!found) {
        throw refuse(
          'Unauthorized',
          'ログインの有効期限が切れました。もう一度ログインしてください。',
        );
      }
      if (found.kind === 'newcomer') request.newcomer = found;
      // A public route may show a signed-in person more, but not before the second factor.
      else if (allow !== 'anyone' || !found.lacksSecondFactor) request.actor = found;
    }
    const answer = permits(allow, request.newcomer ?? request.actor);
    if (answer === 'sign-in') throw refuse('Unauthorized', 'ログインしてください。');
    if (answer === 'second-factor') {
      throw refuse('Forbidden', secondFactorNeededMessage, { template: 'second-factor-needed' });
    }
    if (answer !== 'yes') {
      throw refuse('Forbidden', 'このページを見る権限がありません。ログインし直してください。');
    }
  });

  demandReadableVersions(app);

  // After body validation, so that no code is requested for an invalid request.
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.needs === undefined) return;
    await services.auth.demandSecondFactorShown(personOf(request));
  });

  app.addHook('onSend', async (request, reply) => {
    // Unset if the request was refused before the hook that sets it.
    if (!request.newCookies?.length) return;
    const routeCookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    reply.removeHeader('set-cookie').header('set-cookie', [...request.newCookies, ...routeCookies]);
  });

  const defectLines = sampledLines();
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.type === 'InternalError') {
      const leftOut = defectLines(
        `${request.routeOptions.url} ${loggedError(error as Error).message}`,
      );
      if (leftOut !== undefined) {
        request.log.error({ err: error, ...(leftOut > 0 && { leftOut }) }, 'unexpected error');
      }
      services.defects.report(error, `${request.method} ${request.routeOptions.url}`);
    } else if (statusOf[refusal.type] >= 500) logFailure('refused', error);
    const status = statusOf[refusal.type];
    const isPageDue =
      (status === 429 || status === 500 || status === 503) && isForDocument(request);
    if (!options.sendErrorPage || !isPageDue) return sendRefusal(reply, refusal);
    if (refusal.retryAfterSeconds !== undefined) {
      reply.header('retry-after', String(refusal.retryAfterSeconds));
    }
    return options.sendErrorPage(status, request, reply).catch(() => sendRefusal(reply, refusal));
  });
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, { type: 'NotFound', message: 'お探しのものが見つかりませんでした。' }),
  );

  app.addHook('onClose', async () => forgetOutages());

  await app.register(multipart, {
    limits: { fileSize: 10 * 1024 * 1024, files: 20, fields: 50, parts: 60, fieldSize: 100_000 },
  });
  await app.register(async (scope) => options.mount(scope.withTypeProvider<ZodTypeProvider>()));
  return app;
}
