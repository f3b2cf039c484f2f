import { hash, randomBytes } from 'node:crypto';
import { contentSecurityPolicy } from '#server/http/security-headers.ts';
import { noAdditions, type PageAdditions } from '#server/observing/observing.ts';
import { hashOwnScripts, partsOf, withoutOwnScripts } from './own-scripts.ts';
import type { Page } from './page.ts';
import { paintFirst } from './paint-first.ts';

/** The API's message while the database cannot be reached. */
const retryAfterSeconds = '3';

/** What one render marks its own scripts with. */
export const newNonce = () => randomBytes(16).toString('base64url');

/** A document, and scripts of the render for the beginning and the end of its body. */
export type RenderedDocument = { html: string; first: string; last: string };
/** A document may stand beside its response, in the place of a body. */
export type Rendered = Response & { document?: RenderedDocument };

export type Finishing = {
  /** The nonce that this response was rendered with. */
  nonce: string;
  /** What settings add to the page's head, inserted here, once, with the sources that it needs. */
  additions?: PageAdditions;
  hasScripts?: boolean;
};

/** A rendered document as it is sent, in parts, and the policy that lets its own scripts run and no others. */
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

/** Kept, since fresh memory costs more than writing to it. */
let scratch = Buffer.allocUnsafeSlow(1_000_000);

/** The parts one after another as UTF-8. Joined first, they would be copied twice, which takes longer than encoding. */
function encoded(parts: readonly string[]): Buffer {
  const most = parts.reduce((sum, { length }) => sum + length * 3, 0);
  if (scratch.length < most) scratch = Buffer.allocUnsafeSlow(most);
  let end = 0;
  for (const part of parts) end += scratch.write(part, end);
  return Buffer.from(scratch.subarray(0, end));
}

/** Turns a rendered response into one that can be sent any number of times. */
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
  // React Router sends a page's data as text without saying in which letters.
  if (/^text\/[\w-]+$/.test(type)) headers['content-type'] = `${type}; charset=utf-8`;
  // A loader's own headers do not reach the page of its error.
  if (response.status === 503) headers['retry-after'] = retryAfterSeconds;
  headers['cache-control'] ??= response.status === 200 ? 'no-cache' : 'no-store';
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return { status: response.status, headers, etag, body, packed: new Map() };
}
