import { createHash } from 'node:crypto';
import { expect } from 'vitest';

const directives = (policy: string) =>
  new Map(
    policy.split(';').map((part): [string, string[]] => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );

/** An answer, as far as its protection goes. */
type Answer = { headers: Headers; body: string };

const inlineScript = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Every answer, errors too, carries what keeps browsers from being used against people (test 28). */
export function expectProtected({ headers, body }: Answer, { isHttps }: { isHttps: boolean }) {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('strict-transport-security')).toEqual(
    isHttps ? expect.stringMatching(/^max-age=\d{8,}/) : null,
  );
  for (const tell of ['server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(headers.get(tell)).toBeNull();
  }
  const policy = directives(headers.get('content-security-policy') ?? '');
  expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
  expect(policy.get('object-src')).toEqual(["'none'"]);
  expect(policy.get('base-uri')).toEqual(["'none'"]);
  const scripts = policy.get('script-src') ?? policy.get('default-src') ?? ['*'];
  for (const source of scripts) expect(source).toMatch(/^('self'|'none'|'sha256-[\w+/=]{44}')$/);
  expect(headers.get('cache-control')).not.toBeNull();
  expect(body).not.toMatch(/node_modules|\n\s+at .+:\d+:\d+/);
  if (headers.get('content-type')?.startsWith('text/html')) expectOwnScripts(body, scripts);
}

/** Whatever runs in a page is a file of ours or named by its hash. */
function expectOwnScripts(html: string, allowed: string[]) {
  for (const [, code = ''] of html.matchAll(inlineScript)) {
    const hash = createHash('sha256').update(code).digest('base64');
    expect(allowed).toContain(`'sha256-${hash}'`);
  }
  expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+=/);
  expect(html).not.toMatch(/(href|src|action)="javascript:/i);
  for (const [, source = ''] of html.matchAll(
    /<(?:script|link|iframe)[^>]*\s(?:src|href)="([^"]*)"/g,
  )) {
    expect(source).toMatch(/^(\/(?!\/)|#|https?:\/\/(localhost|127\.0\.0\.1|tasuki\.example)[:/])/);
  }
}
