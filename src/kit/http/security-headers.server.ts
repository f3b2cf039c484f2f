import type { FastifyInstance } from 'fastify';
import { noAdditions, type OutsideSources } from '#kit/observing/observing.server.ts';

/**
 * Content-Security-Policy of a document whose inline scripts have these sha256 hashes (base64). No other inline script
 * runs, so a page can be cached whole (docs/product.md, Public pages). Other origins come only from settings.
 */
export function contentSecurityPolicy(
  scriptHashes: string[] = [],
  outside: OutsideSources = noAdditions.sources,
): string {
  const hashes = scriptHashes.map((hash) => `'sha256-${hash}'`);
  const scripts = ["'self'", ...hashes, ...outside.script].join(' ');
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    // React writes style attributes for measured widths; inline style blocks exist only in development, by Vite.
    import.meta.env?.DEV
      ? "style-src 'self' 'unsafe-inline'"
      : "style-src 'self'; style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...outside.img].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...outside.connect].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The only page that scans labels with the camera (docs/decisions/0021). */
const cameraPage = /^\/admin\/intake\/?(?:\?|$)/;

/** Protective headers of every response, including the framework's errors. */
export const protectiveHeaders = (publicUrl: string, path = ''): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `camera=(${cameraPage.test(path) ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
  'content-security-policy': contentSecurityPolicy(),
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  }),
});

/** Sets them on every response, with no-store unless its route says otherwise. */
export function securityHeaders(app: FastifyInstance, publicUrl: string) {
  const headersOf = (path?: string) => ({
    ...protectiveHeaders(publicUrl, path),
    'cache-control': 'no-store',
  });
  const ordinary = headersOf();
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(cameraPage.test(url) ? headersOf(url) : ordinary);
  });
}
