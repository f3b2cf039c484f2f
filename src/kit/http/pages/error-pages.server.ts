import type { FailedStatus, SendErrorPage } from '#kit/http/document-errors.server.ts';
import { finish, newNonce } from './finish.server.ts';
import type { Page } from './page.server.ts';
import type { PageOptions } from './routes.server.ts';
import { sendPage } from './send-page.server.ts';

/**
 * Sends error pages where no page can be rendered: for an unparsable URL, and for a request refused before rendering.
 * Rendered once per status, for all URLs; without scripts, since the router in the browser would look for the page of
 * the URL, or cannot parse it either.
 */
export function errorPages({ render, origin }: Pick<PageOptions, 'render' | 'origin'>) {
  const pages = new Map<FailedStatus, Promise<Page>>();

  async function rendered(failed: FailedStatus): Promise<Page> {
    const nonce = newNonce();
    const response = await render(new URL(origin), { nonce, failed });
    const page = await finish(response, { nonce, hasScripts: false });
    // The refusal itself sets Retry-After.
    delete page.headers['retry-after'];
    return page;
  }

  const send: SendErrorPage = async (status, request, reply) => {
    const page = pages.get(status) ?? rendered(status);
    pages.set(status, page);
    page.catch(() => pages.delete(status));
    return sendPage(request, reply, await page);
  };
  return send;
}
