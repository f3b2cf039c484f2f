import { matchRoutes, type RouteObject } from 'react-router';

/** Query of a page: the parameters it reads, and the ids of its routes, which a data request may select. */
export type OwnQuery = { names: ReadonlySet<string>; routeIds: ReadonlySet<string> };

/** Query read by the page at a path; none for a path without a page. */
export type ReadsQuery = (pathname: string) => OwnQuery;

/** A route of React Router's build. A page declares its parameters in `handle.query`. */
type BuiltRoute = {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
  caseSensitive?: boolean | undefined;
  module: { handle?: unknown };
};

/** Reads each page's declared query from the routes of the build. */
export function ownQuery(routes: Readonly<Record<string, BuiltRoute | undefined>>): ReadsQuery {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const below = (parentId: string | undefined): RouteObject[] =>
    all
      .filter((route) => (route.parentId || undefined) === parentId)
      .map(({ id, path, index, caseSensitive }) => {
        const common = {
          id,
          ...(path !== undefined && { path }),
          ...(caseSensitive && { caseSensitive }),
        };
        return index ? { ...common, index: true } : { ...common, children: below(id) };
      });
  const tree = below(undefined);
  return (pathname) => {
    const ids = (matchRoutes(tree, pageOf(pathname)) ?? []).map(({ route }) => route.id ?? '');
    const names = ids.flatMap((id) => {
      const { query = [] } = (routes[id]?.module.handle ?? {}) as { query?: readonly string[] };
      return query;
    });
    return { names: new Set(names), routeIds: new Set(ids) };
  };
}

/** Path of the page that a data path belongs to. */
const pageOf = (pathname: string) =>
  pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '') || '/';
