import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentSecurityPolicy } from '#server/http/security-headers.ts';
import { noAdditions, type PageAdditions } from '#server/observing/observing.ts';
import { hashOwnScripts, withoutOwnScripts } from './own-scripts.ts';
import type { Page } from './page-cache.ts';
import { paintFirst } from './paint-first.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The API's message while the database cannot be reached. */
const retryAfterSeconds = '3';

// Quality 5: near the best size for HTML at a tenth of the time of quality 11.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** What one render marks its own scripts with. */
export const newNonce = () => randomBytes(16).toString('base64url');

export type Finishing = {
  /** The nonce that this response was rendered with. */
  nonce: string;
  /** What settings add to the page's head, inserted here, once, with the sources that it needs. */
  additions?: PageAdditions;
  hasScripts?: boolean;
};

/** A rendered document as it is sent, and the policy that lets its own scripts run and no others. */
function finishedDocument(
  rendered: string,
  { nonce, additions: { tags, sources } = noAdditions, hasScripts = true }: Finishing,
) {
  const marked = hasScripts ? paintFirst(rendered, nonce) : withoutOwnScripts(rendered, nonce);
  const { html, hashes } = hashOwnScripts(marked, nonce);
  return {
    html: html.replace('</head>', () => `${tags}</head>`),
    policy: contentSecurityPolicy(hashes, sources),
  };
}

/** Turns a rendered response into one that can be sent any number of times: hashed and compressed. */
export async function finish(
  response: Response,
  finishing: Finishing = { nonce: newNonce() },
): Promise<Page> {
  const rendered = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) headers[name] = value;
  let body = rendered;
  const type = headers['content-type'] ?? '';
  if (type.startsWith('text/html')) {
    const { html, policy } = finishedDocument(`${rendered}`, finishing);
    body = Buffer.from(html);
    headers['content-security-policy'] = policy;
  }
  // React Router sends a page's data as text without saying in which letters.
  if (/^text\/[\w-]+$/.test(type)) headers['content-type'] = `${type}; charset=utf-8`;
  // A loader's own headers do not reach the page of its error.
  if (response.status === 503) headers['retry-after'] = retryAfterSeconds;
  headers['cache-control'] ??= response.status === 200 ? 'no-cache' : 'no-store';
  const worthIt = body.length > 500;
  const [brotli, zipped] = worthIt
    ? await Promise.all([compressBrotli(body, brotliOptions), compressGzip(body)])
    : [undefined, undefined];
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { status: response.status, headers, etag, body, brotli, gzip: zipped };
}
