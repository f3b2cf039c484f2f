import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentSecurityPolicy } from '#server/http/security-headers.ts';
import { noAdditions, type PageAdditions } from '#server/observing/observing.ts';
import type { Page } from './page-cache.ts';
import { paintFirst } from './paint-first.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The API's message while the database cannot be reached. */
const retryAfterSeconds = '3';

const opening = '<script';
const closing = '</script>';

/** The sha256 (base64) of every inline script of a document, in one pass. */
export function scriptHashes(html: string): string[] {
  const hashes: string[] = [];
  for (let start = html.indexOf(opening); start >= 0; ) {
    const codeAt = html.indexOf('>', start) + 1;
    const end = html.indexOf(closing, codeAt);
    if (codeAt === 0 || end < 0) break;
    if (!/\ssrc=/.test(html.slice(start, codeAt))) {
      hashes.push(createHash('sha256').update(html.slice(codeAt, end)).digest('base64'));
    }
    start = html.indexOf(opening, end + closing.length);
  }
  return hashes;
}

// Quality 5: near the best size for HTML at a tenth of the time of quality 11.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Turns a rendered response into one that can be sent any number of times: hashed and compressed. What
 * settings add to a page's head is inserted here, once, with the sources that it needs.
 */
export async function finish(
  response: Response,
  { tags, sources }: PageAdditions = noAdditions,
): Promise<Page> {
  const rendered = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) headers[name] = value;
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
  const body = isHtml
    ? Buffer.from(paintFirst(`${rendered}`).replace('</head>', () => `${tags}</head>`))
    : rendered;
  if (isHtml) {
    headers['content-security-policy'] = contentSecurityPolicy(scriptHashes(`${body}`), sources);
  }
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
