import type { App } from '#kit/http/app.server.ts';
import type { Topics } from './topics.server.ts';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Before a write's response is sent, drops what this process cached of the written data (docs/product.md, Public
 * pages) and waits until its pages show it, so that writers see their own changes. Use cases need not do so
 * themselves.
 */
export function freshAnswers(app: App, { topics }: { topics: Topics }) {
  app.addHook('onSend', async (request, reply) => {
    if (!reads.has(request.method) && reply.statusCode < 400) await topics.refreshAll();
  });
}
