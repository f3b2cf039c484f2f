import type { FastifyInstance } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import { isLoopback } from '#kit/files/safe-address.server.ts';

/** Headers by which a browser states a request's origin. */
type RequestOrigin = { origin: string | undefined; fetchSite: string | undefined };

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Own origins: that of PUBLIC_URL, never the Host header. On a loopback PUBLIC_URL every loopback name counts; port 0
 * stands for the port that the system assigned.
 */
function allowedOrigins(publicUrl: URL, localPort: number | undefined): string[] {
  if (!isLoopback(publicUrl)) return [publicUrl.origin];
  const port = publicUrl.port === '0' ? localPort : publicUrl.port;
  const names = loopbackNames.map((name) => `${publicUrl.protocol}//${name}:${port}`);
  return [publicUrl.origin, ...names.map((address) => new URL(address).origin)];
}

/** Programs other than browsers send no origin. */
function isAllowed(origins: readonly string[], { origin, fetchSite }: RequestOrigin) {
  if (origin !== undefined) return origins.includes(origin);
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
}

/** Refuses changes requested by another site's page, whether the route uses a cookie, a token or neither. */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string) {
  const address = new URL(publicUrl);
  app.addHook('onRequest', async ({ method, headers, raw }) => {
    if (reads.has(method)) return;
    const asked = {
      origin: headers.origin,
      fetchSite: headers['sec-fetch-site']?.toString(),
    };
    if (isAllowed(allowedOrigins(address, raw.socket.localPort), asked)) return;
    throw refuse('Forbidden', 'ほかのサイトからの操作は受け付けていません。');
  });
}
