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

/**
 * Refuses a request that names no host or several (RFC 9112, 3.2): what stands in front may have believed
 * another one than we. Which host it names means nothing: the site's name is that of PUBLIC_URL.
 */
export function demandOneHost(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    const count = countOf('host', raw.rawHeaders);
    if (count === 1 || (count === 0 && raw.httpVersion === '1.0')) return;
    throw refuse('ValidationError', '送られた内容を読み取れませんでした。もう一度お試しください。');
  });
}
