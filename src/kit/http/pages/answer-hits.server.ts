import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncoding } from '#kit/http/accepted-encoding.server.ts';
import type { App } from '#kit/http/app.server.ts';
import { namesOneHost } from '#kit/http/one-host.server.ts';
import { protectiveHeaders } from '#kit/http/security-headers.server.ts';
import { isWorthCompressing, recompress } from './packed.server.ts';
import type { Page } from './page.server.ts';
import { type Encoding, encodings } from './page.server.ts';
import type { PageCache } from './page-cache.server.ts';

/** Most header values to cache; browsers send few different ones. */
const maxCachedValues = 100;

/** Parses Accept-Encoding headers, cached by value. */
function encodingReader() {
  const known = new Map<string, Encoding | undefined>();
  return (header: string): Encoding | undefined => {
    if (known.has(header)) return known.get(header);
    const encoding = acceptedEncoding(header, encodings);
    if (known.size >= maxCachedValues) known.clear();
    known.set(header, encoding);
    return encoding;
  };
}

/**
 * Answers requests for cached pages before routing, with the same response as the route; unusual requests go to the
 * route. Call once all routes are mounted.
 */
export function answerHits(
  app: App,
  {
    cache,
    publicUrl,
    logLevel,
    onHit,
  }: {
    cache: Pick<PageCache, 'get'>;
    publicUrl: string;
    logLevel: string;
    onHit?: ((status: number) => void) | undefined;
  },
): void {
  const read = encodingReader();
  /**
   * Cached header names and values, alternating (node:http's fastest form), by body; for a 304 by page. The last entry
   * is the request id, set when sent.
   */
  const headersOf = new WeakMap<Buffer | Page, string[]>();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  function flatHeaders(path: string, page: Page, encoding?: Encoding, body?: Buffer) {
    const headers = Object.entries({
      ...protectiveHeaders(publicUrl, path),
      ...page.headers,
      etag: page.etag,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
      ...(body && { 'content-length': String(body.length) }),
      'x-request-id': '',
    }).flat();
    headersOf.set(body ?? page, headers);
    return headers;
  }

  function send(response: ServerResponse, status: number, headers: string[]) {
    headers[headers.length - 1] = randomUUID();
    onHit?.(status);
    return response.writeHead(status, headers);
  }

  /** False if the page is not compressed in the requested encoding yet, which the route does. */
  function isSent(
    path: string,
    page: Page,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ) {
    if (headers['if-none-match'] === page.etag) {
      send(response, 304, headersOf.get(page) ?? flatHeaders(path, page)).end();
      return true;
    }
    const accepted = headers['accept-encoding'];
    const encoding =
      accepted !== undefined && isWorthCompressing(page) ? read(String(accepted)) : undefined;
    const packed = encoding && page.packed.get(encoding);
    if (encoding && !packed) return false;
    if (encoding && packed) recompress(page, encoding, packed);
    const body = packed?.body ?? page.body;
    send(response, 200, headersOf.get(body) ?? flatHeaders(path, page, encoding, body)).end(body);
    return true;
  }

  function isAnswered(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || isClosing || !isOrdinary(request)) return false;
    const path = request.url ?? '';
    const page = cache.get(path);
    return page !== undefined && isSent(path, page, request, response);
  }

  // At these levels the framework logs a line per request.
  if (['info', 'debug', 'trace'].includes(logLevel)) return;
  const routed = app.server.listeners('request');
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (isAnswered(request, response)) return;
    for (const listener of routed) listener.call(app.server, request, response);
  });
}

/** Whether nothing in the request could change the response. */
const isOrdinary = ({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean =>
  headers.authorization === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  headers.expect === undefined &&
  // The preview cookie of a site that has not opened (src/people/setup/site-preview.server.ts).
  headers.cookie?.includes('preview') !== true &&
  namesOneHost({ httpVersion, rawHeaders });
