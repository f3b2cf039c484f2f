import { createHash } from 'node:crypto';
import { expect } from 'vitest';

/**
 * Written out by hand: a policy compared with itself is never too loose. In development Vite puts
 * style blocks into pages; the built product has none.
 */
const policyWith = (styles: string) =>
  `default-src 'self'; script-src 'self'; ${styles}; img-src 'self' data: blob:; font-src 'self'; ` +
  "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
export const builtPolicy = policyWith("style-src 'self'; style-src-attr 'unsafe-inline'");
const developmentPolicy = policyWith("style-src 'self' 'unsafe-inline'");

/** The only document that other sites may frame: it has no scripts and loads nothing. */
const framedPolicy =
  "default-src 'none'; style-src; base-uri 'none'; form-action 'none'; frame-ancestors *; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

const protectiveHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** The parts of a response that concern its protection. */
type Answer = { headers: Headers; body: string };

/** Inline scripts that a browser runs; structured data is not code. */
const inlineScript =
  /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;

const ownHash = / 'sha256-[\w+/]{43}='/g;

/** Every response, errors included, has the headers that protect people in their browsers. */
export function expectProtected(
  { headers, body }: Answer,
  {
    isHttps,
    isBuilt,
    isFramed = false,
    mayUseCamera = false,
  }: { isHttps: boolean; isBuilt: boolean; isFramed?: boolean; mayUseCamera?: boolean },
) {
  const { 'x-frame-options': framing, ...all } = protectiveHeaders;
  const others = {
    ...all,
    ...(mayUseCamera && {
      'permissions-policy': all['permissions-policy'].replace('camera=()', 'camera=(self)'),
    }),
  };
  expect(Object.fromEntries(headers)).toMatchObject(others);
  expect(headers.get('x-frame-options')).toBe(isFramed ? null : framing);
  expect(headers.get('strict-transport-security')).toBe(
    isHttps ? 'max-age=31536000; includeSubDomains' : null,
  );
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(headers.get(name)).toBeNull();
  }
  const policy = headers.get('content-security-policy') ?? '';
  const expected = isBuilt ? builtPolicy : developmentPolicy;
  expect(policy.replaceAll(ownHash, '')).toBe(isFramed ? framedPolicy : expected);
  expect(headers.get('cache-control')).not.toBeNull();
  expect(body).not.toMatch(/node_modules|\n\s+at .+:\d+:\d+/);
  const scripts = policy.match(ownHash) ?? [];
  // A 304 has none of its own.
  const isDocument = body !== '' && headers.get('content-type')?.startsWith('text/html');
  if (isDocument && isFramed) expect(body).not.toMatch(/<script|\son[a-z]+=|\ssrc=|url\(|@import/i);
  else if (isDocument) expectOwnScripts(body, scripts);
}

/** A page's scripts are our own files or allowed by their hash. */
function expectOwnScripts(html: string, allowed: readonly string[]) {
  const hashes = [...html.matchAll(inlineScript)].map(
    ([, code = '']) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  expect(allowed).toEqual(hashes);
  expect(html).not.toMatch(/\snonce=/);
  expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+=/);
  expect(html).not.toMatch(/(href|src|action)="javascript:/i);
  for (const [, source = ''] of html.matchAll(
    /<(?:script|link|iframe)[^>]*\s(?:src|href)="([^"]*)"/g,
  )) {
    expect(source).toMatch(/^(\/(?!\/)|#|https?:\/\/(localhost|127\.0\.0\.1|tasuki\.example)[:/])/);
  }
}
