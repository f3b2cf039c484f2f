import type { FailedStatus, SendErrorPage } from '#server/http/document-errors.ts';
import { finish, newNonce } from './finish.ts';
import type { Page } from './page.ts';
import type { PageOptions } from './routes.ts';
import { sendPage } from './send-page.ts';

/**
 * Sends the error page where no page could be rendered: for an address whose percent signs say nothing, and
 * for what is refused before its page. The same for all addresses, each is rendered once; without scripts,
 * since the router in the browser would look for another page there, or cannot read the address either.
 */
export function errorPages({ render, origin }: Pick<PageOptions, 'render' | 'origin'>) {
  const pages = new Map<FailedStatus, Promise<Page>>();

  async function rendered(failed: FailedStatus): Promise<Page> {
    const nonce = newNonce();
    const response = await render(new URL(origin), { nonce, failed });
    const page = await finish(response, { nonce, hasScripts: false });
    // When to come again is known where the request was refused.
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
