import type { FastifyInstance } from 'fastify';
import { noAdditions, type OutsideSources } from '#server/observing/observing.ts';

/**
 * The Content-Security-Policy of a document whose inline scripts have these sha256 hashes
 * (base64): nothing else inline runs, so a page can be cached whole (docs/product.md, Public pages). Of other
 * origins there are none but those of a setting.
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
    // React writes style attributes for measured widths; no style block is inline but in development,
    // where Vite puts them there.
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

/** The one page that reads labels by the camera (docs/decisions/0039). */
const cameraPage = /^\/admin\/intake\/?(?:\?|$)/;

/** The protective headers of every response, of the one to a path; errors of the framework included. */
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

/** Puts them on every response, which no cache may store unless its route says so. */
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
