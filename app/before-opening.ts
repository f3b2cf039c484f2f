import { data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router';
import { isOpenWhileClosed } from '#domain/setup/open-while-closed.ts';
import { rendering, services } from './context.ts';
import type { Preparing } from './setup/opens-soon.tsx';

/**
 * While the service has not opened, no public page is rendered, nor its data read: a page of its own stands in
 * their place (docs/product.md, Opening the service).
 */
export const beforeOpening: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { pathname } = new URL(request.url);
  if (context.get(rendering).failed || isOpenWhileClosed(pathname)) return next();
  const { opening, facts } = context.get(services);
  if (await opening.isOpen()) return next();
  const { name, email, phone } = await facts.current();
  throw data(
    { opensSoon: { name, email, phone } satisfies Preparing },
    { status: 200, statusText: 'OK' },
  );
};

/** Who prepares the service, where an error is the page of before its opening. */
export function preparingIn(error: unknown): Preparing | undefined {
  const thrown = isRouteErrorResponse(error)
    ? (error.data as { opensSoon?: Preparing })
    : undefined;
  return thrown?.opensSoon;
}
