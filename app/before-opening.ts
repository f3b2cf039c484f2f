import { data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router';
import type { SiteNotice } from '#domain/content/site-content.ts';
import { isOpenWhileClosed } from '#domain/setup/open-while-closed.ts';
import { rendering, services } from './context.ts';
import type { Preparing } from './setup/opens-soon.tsx';

/**
 * While the service has not opened, no public page is rendered, nor its data read: a page of its own stands in
 * their place (docs/product.md, Opening the service).
 */
export const beforeOpening: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { pathname } = new URL(request.url);
  const { failed, isPreview } = context.get(rendering);
  if (failed || isPreview || isOpenWhileClosed(pathname)) return next();
  const { opening, facts } = context.get(services);
  if (await opening.isOpen()) return next();
  const { name, email, phone } = await facts.current();
  throw data(
    { opensSoon: { name, email, phone } satisfies Preparing },
    { status: 200, statusText: 'OK' },
  );
};

/** Stands first among the notices of every page that an operator previews, so that nobody takes it for the open site. */
export const previewNotice: SiteNotice = {
  title: 'まだ公開していません。運営者だけに見えています。',
  body: '',
  linkLabel: '開設の準備へ戻る',
  linkPath: '/admin/setup',
  startsOn: '',
  endsOn: '',
};

/** Who prepares the service, where an error is the page of before its opening. */
export function preparingIn(error: unknown): Preparing | undefined {
  const thrown = isRouteErrorResponse(error)
    ? (error.data as { opensSoon?: Preparing })
    : undefined;
  return thrown?.opensSoon;
}
