import type { Crumb } from '#kit/ui/navigation/breadcrumb.tsx';

/**
 * The breadcrumb of a route: `export const handle = { breadcrumb: … }`. A label, or a function from the loader's data
 * to one; a list where the trail has levels that are not parent routes.
 */
export type BreadcrumbHandle = {
  breadcrumb?: string | readonly Crumb[] | ((loaderData: never) => string | readonly Crumb[]);
};

/** The matches as returned by useMatches. */
type Match = { pathname: string; handle: unknown; loaderData: unknown };

/** The breadcrumbs of all matched routes, outermost first. Skips a route whose loader failed. */
export function breadcrumbTrail(matches: readonly Match[]): Crumb[] {
  return matches.flatMap(({ pathname, handle, loaderData }) => {
    const { breadcrumb } = (handle ?? {}) as BreadcrumbHandle;
    if (breadcrumb === undefined) return [];
    if (typeof breadcrumb === 'function' && loaderData === undefined) return [];
    const place = typeof breadcrumb === 'function' ? breadcrumb(loaderData as never) : breadcrumb;
    return typeof place === 'string' ? [{ label: place, to: pathname }] : place;
  });
}
