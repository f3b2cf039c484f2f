import type { FastifyReply, FastifyRequest } from 'fastify';
import { finish, newNonce } from './finish.ts';
import type { Page } from './page-cache.ts';
import type { PageOptions } from './routes.ts';
import { sendPage } from './send-page.ts';

/**
 * Sends the error page for an address whose percent signs say nothing. The same for all of them, it is
 * rendered once; without scripts, since the router in the browser cannot read such an address either.
 */
export function malformedPage({ render, origin }: Pick<PageOptions, 'render' | 'origin'>) {
  let page: Promise<Page> | undefined;

  async function rendered(): Promise<Page> {
    const nonce = newNonce();
    const response = await render(new URL(origin), { nonce, isMalformed: true });
    return finish(response, { nonce, hasScripts: false });
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= rendered().catch((error) => {
      page = undefined;
      throw error;
    });
    return sendPage(request, reply, await page);
  };
}
