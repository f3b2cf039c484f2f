import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { rendering, services } from '#kit/pages/context.ts';
import { lazyPartsLoaded } from '#kit/pages/lazy-part.tsx';
import { guardNames, unknownGuard } from '#people/session/guards.ts';
import { earlyActionsScript } from '#site/frame/early-actions.ts';
import { pageManifest } from '#site/frame/page-manifest.ts';
import { recoveryScript } from '#site/frame/recovery-script.ts';
import { storageScript } from '#site/frame/storage-script.ts';

/** JSON that is safe inside a script element. */
const scriptString = (value: string) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Renders a page to completion: the loaders' data, which React Router would stream, is read whole and put
 * in one inline script, so that the page can be hashed, compressed and cached (docs/product.md, Public
 * pages).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(rendering);
  const data = await new Response(context.serverHandoffStream).text();
  await lazyPartsLoaded();
  const html = renderToString(
    <ServerRouter
      context={{ ...context, manifest: pageManifest(context), serverHandoffStream: undefined }}
      url={request.url}
      nonce={nonce}
    />,
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  // Kept beside the response: as its body the text would be encoded and decoded again.
  return Object.assign(new Response(null, { status: statusOf(context, status), headers }), {
    document: {
      html: `<!DOCTYPE html>${html}`,
      // Before everything that may fail, and inline, so that it does not depend on the bundle.
      first: `<script nonce="${nonce}">${storageScript}${recoveryScript}${earlyActionsScript}</script>`,
      last:
        `<script nonce="${nonce}">window.__reactRouterContext.streamController.enqueue(${scriptString(data)});` +
        'window.__reactRouterContext.streamController.close();</script>',
    },
  });
}

/** Status of the response; 500 where the root shows an unknown guard as an error page. */
function statusOf({ staticHandlerContext, routeModules }: EntryContext, status: number): number {
  const handles = staticHandlerContext.matches.map(({ route }) => ({
    handle: routeModules[route.id]?.handle,
  }));
  const unknown = unknownGuard(guardNames(handles));
  if (unknown === undefined || status !== 200) return status;
  console.error('a route names a guard that does not exist:', unknown);
  return 500;
}

/** Logs and reports an error, except a response that a loader threw on purpose (404, 503). */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(services).defects.reportPage(error, new URL(request.url).pathname);
};
