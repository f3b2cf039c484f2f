import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';

/** What a browser says of where a request comes from. */
type RequestOrigin = {
  origin: string | undefined;
  fetchSite: string | undefined;
  /** The origin that was called, by the request's own Host. */
  askedOrigin: string;
};

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Ours is PUBLIC_URL, or the very host that was called: an installation can have several names.
 * Programs without a browser name no origin.
 */
function isOwnOrigin(publicOrigin: string, { origin, fetchSite, askedOrigin }: RequestOrigin) {
  if (origin !== undefined) return origin === publicOrigin || origin === askedOrigin;
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
}

/**
 * Refuses whatever another site's page sends to change something, whether its
 * route accepts a cookie, a token or needs neither.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string) {
  const publicOrigin = new URL(publicUrl).origin;
  app.addHook('onRequest', async (request) => {
    if (reads.has(request.method)) return;
    const isOwn = isOwnOrigin(publicOrigin, {
      origin: request.headers.origin,
      fetchSite: request.headers['sec-fetch-site']?.toString(),
      askedOrigin: `${request.protocol}://${request.host}`,
    });
    if (!isOwn) throw refuse('Forbidden', 'ほかのサイトからの操作は受け付けていません。');
  });
}
