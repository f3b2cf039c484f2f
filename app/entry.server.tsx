import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, ServerRouter } from 'react-router';

/** JSON that is safe inside a script element. */
const scriptString = (value: string) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Renders a page to completion: the loaders' data, which React Router would stream, is read whole and
 * put in one inline script, so that the page can be hashed, compressed and cached (decision 32).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const data = await new Response(context.serverHandoffStream).text();
  const html = renderToString(
    <ServerRouter context={{ ...context, serverHandoffStream: undefined }} url={request.url} />,
  );
  const handOff =
    `<script>window.__reactRouterContext.streamController.enqueue(${scriptString(data)});` +
    'window.__reactRouterContext.streamController.close();</script>';
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(`<!DOCTYPE html>${html.replace('</body>', () => `${handOff}</body>`)}`, {
    status,
    headers,
  });
}

/** Answers that a loader gave on purpose (404, 503) are no defects; the rest goes to the log. */
export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  console.error('a page failed:', new URL(request.url).pathname, error);
}
