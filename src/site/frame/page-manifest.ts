import type { EntryContext } from 'react-router';

/** The manifest reduced to the routes of this page: React Router builds a router from all its routes for every page. */
export function pageManifest({
  manifest,
  staticHandlerContext,
}: EntryContext): EntryContext['manifest'] {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) };
}
