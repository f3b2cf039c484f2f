import type { EntryContext } from 'react-router';

/** The manifest with the routes of this page alone: a router is made of all that it names, for each page anew. */
export function pageManifest({
  manifest,
  staticHandlerContext,
}: EntryContext): EntryContext['manifest'] {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) };
}
