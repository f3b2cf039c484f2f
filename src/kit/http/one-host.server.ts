import type { FastifyInstance } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';

/** Count of a header in the request: Node silently drops a second Host. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count++;
  }
  return count;
}

/** False for a request with several Host headers, or without the required one. */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: {
  rawHeaders: readonly string[];
  httpVersion: string;
}): boolean {
  const count = countOf('host', rawHeaders);
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

/**
 * Refuses a request with no or several Host headers (RFC 9112, 3.2): a proxy in front may have used a different one.
 * The host's value is ignored: the site's name is that of PUBLIC_URL.
 */
export function demandOneHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    if (namesOneHost(raw)) return;
    throw refuse('ValidationError', '送られた内容を読み取れませんでした。もう一度お試しください。');
  });
}
