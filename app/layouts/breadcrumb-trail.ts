import type { Crumb } from '#app/ui/navigation/breadcrumb.tsx';

/**
 * What a route says of its place: `export const handle = { breadcrumb: … }`. Words, or a function of
 * the loader's data that gives words; a list where places lie between that are no parents of the route.
 */
export type BreadcrumbHandle = {
  breadcrumb?: string | readonly Crumb[] | ((loaderData: never) => string | readonly Crumb[]);
};

/** As useMatches gives them. */
type Match = { pathname: string; handle: unknown; loaderData: unknown };

/** The places of all matched routes, outermost first. A loader that failed leaves its place out. */
export function breadcrumbTrail(matches: readonly Match[]): Crumb[] {
  return matches.flatMap(({ pathname, handle, loaderData }) => {
    const { breadcrumb } = (handle ?? {}) as BreadcrumbHandle;
    if (breadcrumb === undefined) return [];
    if (typeof breadcrumb === 'function' && loaderData === undefined) return [];
    const place = typeof breadcrumb === 'function' ? breadcrumb(loaderData as never) : breadcrumb;
    return typeof place === 'string' ? [{ label: place, to: pathname }] : place;
  });
}
