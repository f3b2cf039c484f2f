import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';

/** Text of one scrape. */
export type ReadMetrics = () => Promise<string>;

const path = '/metrics';
const contentType = 'text/plain; version=0.0.4; charset=utf-8';
/** A scrape within this time of another shares its text. */
const textHoldsMs = 1_000;

/** Reads once for concurrent scrapes and those that follow closely, so that no number of them costs more. */
export function shared(read: ReadMetrics): ReadMetrics {
  let latest: { text: Promise<string>; atMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (!latest || nowMs - latest.atMs >= textHoldsMs) latest = { text: read(), atMs: nowMs };
    return latest.text;
  };
}

/** Serves /metrics on a port of this machine alone (METRICS_PORT). */
export async function listenForScrapes(
  port: number,
  read: ReadMetrics,
): Promise<{ close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== path) return void response.writeHead(404).end();
    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error) => {
        console.warn('no metrics:', loggedError(error).message);
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The same on the service's port, for bearers of METRICS_TOKEN. Not mounted without one. */
export function metricsRoutes(
  app: App,
  { token, read }: { token: string; read: ReadMetrics },
): void {
  const expected = digest(token);
  app.get(
    path,
    {
      config: { allow: 'anyone', hasOwnBearer: true, isNeverShed: true },
      schema: { response: { 200: z.string() }, hide: true },
    },
    async ({ headers }, reply) => {
      const given = /^Bearer (.{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
      if (!timingSafeEqual(digest(given), expected)) {
        throw refuse('Unauthorized', 'METRICS_TOKENが違います。');
      }
      return reply
        .type(contentType)
        .header('cache-control', 'no-store')
        .send(await read());
    },
  );
}
