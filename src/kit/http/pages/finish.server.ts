import { hash, randomBytes } from 'node:crypto';
import { contentSecurityPolicy } from '#kit/http/security-headers.server.ts';
import { noAdditions, type PageAdditions } from '#kit/observing/observing.server.ts';
import { hashOwnScripts, partsOf, withoutOwnScripts } from './own-scripts.server.ts';
import type { Page } from './page.server.ts';
import { paintFirst } from './paint-first.server.ts';

/** Retry-After while the database is unavailable, as in the API. */
const retryAfterSeconds = '3';

/** Marks the scripts of one render. */
export const newNonce = () => randomBytes(16).toString('base64url');

/** A document, and scripts to insert at the start and the end of its body. */
export type RenderedDocument = { html: string; first: string; last: string };
/** A response with a document instead of a body, or a plain response. */
export type Rendered = Response & { document?: RenderedDocument };

export type Finishing = {
  /** Nonce of this render. */
  nonce: string;
  /** Tags that settings add to the head, inserted once, and their CSP sources. */
  additions?: PageAdditions;
  hasScripts?: boolean;
};

/** A finished document in parts, and the policy that allows its own scripts only. */
function finishedDocument(
  { html, first, last }: RenderedDocument,
  { nonce, additions: { tags, sources } = noAdditions, hasScripts = true }: Finishing,
) {
  const rendered = partsOf(html, nonce);
  const whole = {
    head: rendered.head + first,
    main: rendered.main,
    scripts: rendered.scripts.replace('</body>', () => `${last}</body>`),
  };
  const { head, main, scripts } = hasScripts
    ? paintFirst(whole, nonce)
    : {
        head: withoutOwnScripts(whole.head, nonce),
        main: whole.main,
        scripts: withoutOwnScripts(whole.scripts, nonce),
      };
  const before = hashOwnScripts(head, nonce);
  const after = hashOwnScripts(scripts, nonce);
  return {
    parts: [before.html.replace('</head>', () => `${tags}</head>`), main, after.html],
    policy: contentSecurityPolicy([...before.hashes, ...after.hashes], sources),
  };
}

/** Reused, since fresh memory costs more than writing to it. */
let scratch = Buffer.allocUnsafeSlow(1_000_000);

/** Concatenates the parts as UTF-8. Joining first would copy them twice, which is slower than encoding. */
function encoded(parts: readonly string[]): Buffer {
  const most = parts.reduce((sum, { length }) => sum + length * 3, 0);
  if (scratch.length < most) scratch = Buffer.allocUnsafeSlow(most);
  let end = 0;
  for (const part of parts) end += scratch.write(part, end);
  return Buffer.from(scratch.subarray(0, end));
}

/** Turns a rendered response into one that can be sent repeatedly. */
export async function finish(
  response: Rendered,
  finishing: Finishing = { nonce: newNonce() },
): Promise<Page> {
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) headers[name] = value;
  const type = headers['content-type'] ?? '';
  let body: Buffer;
  if (type.startsWith('text/html')) {
    const document = response.document ?? { html: await response.text(), first: '', last: '' };
    const { parts, policy } = finishedDocument(document, finishing);
    body = encoded(parts);
    headers['content-security-policy'] = policy;
  } else body = Buffer.from(await response.arrayBuffer());
  // React Router sends a page's data as text without a charset.
  if (/^text\/[\w-]+$/.test(type)) headers['content-type'] = `${type}; charset=utf-8`;
  // A loader's headers are missing on the page of its error.
  if (response.status === 503) headers['retry-after'] = retryAfterSeconds;
  headers['cache-control'] ??= response.status === 200 ? 'no-cache' : 'no-store';
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return { status: response.status, headers, etag, body, packed: new Map() };
}
