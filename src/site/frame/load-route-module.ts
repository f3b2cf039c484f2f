import { isReloadingFor, missingPage } from '#kit/pages/chunk-recovery.ts';

/** A route as named in React Router's manifest. */
type ManifestRoute = { id: string; module: string };
type PendingRouter = {
  state: { navigation: { location?: { pathname: string; search: string } } };
};

/**
 * Replaces React Router's own loader of route modules (see vite.config.ts), which reloads the
 * previous page each time a module fails to load. This one loads the requested page once and, if
 * that fails, shows a page that says so. (An error thrown here would be
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
