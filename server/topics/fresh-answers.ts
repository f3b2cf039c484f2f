import type { App } from '#server/http/app.ts';
import type { Topics } from './topics.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Before a write's answer leaves, this process drops what it kept of the data written (docs/product.md,
 * Public pages): the writer sees its own change. Use cases need not think of it.
 */
export function freshAnswers(app: App, { topics }: { topics: Topics }) {
  app.addHook('onSend', async (request, reply) => {
    if (!reads.has(request.method) && reply.statusCode < 400) await topics.refresh();
  });
}
