import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';

/** How often a header of this name was sent: Node drops the second Host without a word. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name) count++;
  }
  return count;
}

/** False for a request that names several hosts, or none where it must. */
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
 * Refuses a request that names no host or several (RFC 9112, 3.2): what stands in front may have believed
 * another one than we. Which host it names means nothing: the site's name is that of PUBLIC_URL.
 */
export function demandOneHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    if (namesOneHost(raw)) return;
    throw refuse('ValidationError', '送られた内容を読み取れませんでした。もう一度お試しください。');
  });
}
