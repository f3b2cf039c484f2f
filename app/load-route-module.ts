import { isReloadingFor, missingPage } from './chunk-recovery.ts';

/** As React Router's manifest names a route. */
type ManifestRoute = { id: string; module: string };
type PendingRouter = {
  state: { navigation: { location?: { pathname: string; search: string } } };
};

/**
 * Stands in for React Router's own loader of route modules (vite.config.ts puts it there), which
 * reloads the page each time a module fails, to the page before. This one loads the page that was
 * wanted, once; after that its place is taken by a page that says so. (An error thrown here would be
 * swallowed where a route has no loader.)
 */
export async function loadRouteModule(
  route: ManifestRoute,
  cache: Record<string, unknown>,
): Promise<unknown> {
  if (route.id in cache) return cache[route.id];
  try {
    cache[route.id] = await import(/* @vite-ignore */ route.module);
    return cache[route.id];
  } catch (error) {
    console.warn('a page could not be loaded:', error);
    const { __reactRouterDataRouter: router } = window as {
      __reactRouterDataRouter?: PendingRouter;
    };
    const wanted = router?.state.navigation.location;
    if (isReloadingFor(wanted && wanted.pathname + wanted.search)) return new Promise(() => {});
    return { default: missingPage.component };
  }
}
