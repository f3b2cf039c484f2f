import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';
import { isLoopback } from '#server/outside/safe-address.ts';

/** What a browser says of where a request comes from. */
type RequestOrigin = { origin: string | undefined; fetchSite: string | undefined };

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Our origins: that of PUBLIC_URL, never what a request calls itself. Where it is this machine, who tries
 * the product may write the machine's name in any way; port 0 is the one that the system gave.
 */
function ownOrigins(publicUrl: URL, localPort: number | undefined): string[] {
  if (!isLoopback(publicUrl)) return [publicUrl.origin];
  const port = publicUrl.port === '0' ? localPort : publicUrl.port;
  const names = loopbackNames.map((name) => `${publicUrl.protocol}//${name}:${port}`);
  return [publicUrl.origin, ...names.map((address) => new URL(address).origin)];
}

/** Programs without a browser name no origin. */
function isOwn(origins: readonly string[], { origin, fetchSite }: RequestOrigin) {
  if (origin !== undefined) return origins.includes(origin);
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
}

/**
 * Refuses whatever another site's page sends to change something, whether its
 * route accepts a cookie, a token or needs neither.
 */
export function refuseForeignOrigins(app: FastifyInstance, publicUrl: string) {
  const address = new URL(publicUrl);
  app.addHook('onRequest', async ({ method, headers, raw }) => {
    if (reads.has(method)) return;
    const asked = {
      origin: headers.origin,
      fetchSite: headers['sec-fetch-site']?.toString(),
    };
    if (isOwn(ownOrigins(address, raw.socket.localPort), asked)) return;
    throw refuse('Forbidden', 'ほかのサイトからの操作は受け付けていません。');
  });
}
