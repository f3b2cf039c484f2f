import { data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router';
import { rendering, services } from '#kit/pages/context.ts';
import { isOpenWhileClosed } from '#people/setup/open-while-closed.ts';
import type { OpeningContact } from '#people/setup/opens-soon.tsx';
import type { SiteNotice } from '#site/content/site-content.ts';

/**
 * Until the service opens, every public page is replaced by one page, and no page's data is read (docs/product.md,
 * Opening the service).
 */
export const beforeOpening: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { pathname } = new URL(request.url);
  const { failed, isPreview } = context.get(rendering);
  if (failed || isPreview || isOpenWhileClosed(pathname)) return next();
  const { opening, facts } = context.get(services);
  if (await opening.isOpen()) return next();
  const { name, email, phone } = await facts.current();
  throw data(
    { opensSoon: { name, email, phone } satisfies OpeningContact },
    { status: 200, statusText: 'OK' },
  );
};

/** First notice on every page that an operator previews, so that it is not mistaken for the open site. */
export const previewNotice: SiteNotice = {
  title: 'まだ公開していません。運営者だけに見えています。',
  body: '',
  linkLabel: '開設の準備へ戻る',
  linkPath: '/admin/setup',
  startsOn: '',
  endsOn: '',
};

/** The service's contact details from an error that beforeOpening threw; undefined for any other error. */
export function openingContactIn(error: unknown): OpeningContact | undefined {
  const thrown = isRouteErrorResponse(error)
    ? (error.data as { opensSoon?: OpeningContact })
    : undefined;
  return thrown?.opensSoon;
}
