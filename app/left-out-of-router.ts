/**
 * Stands in the browser's build for two modules of React Router (see vite.config.ts) whose features
 * this site does not use: the discovery of routes piece by piece, for the whole site map travels with
 * the first page (react-router.config.ts), and instrumentation, which nothing here asks for
 * (entry.client.tsx). React Router asks each of these functions before it does either.
 */

export const isFogOfWarEnabled = (): boolean => false;
export const useFogOFWarDiscovery = (): void => undefined;
export const getPatchRoutesOnNavigationFunction = (): undefined => undefined;
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

/** Imported as well, by what only runs once one of the above has answered otherwise, or on the server. */
export const getPartialManifest = unused;
export const getManifestPath = unused;
export const getPathsWithAncestors = unused;
export const handleClientVersionMismatch = unused;
export const getRouteInstrumentationUpdates = unused;
export const instrumentClientSideRouter = unused;
export const instrumentHandler = unused;
export const instrumentationResultMetaContext = undefined;
export const URL_LIMIT = 0;

function unused(): never {
  throw new Error('This part of React Router is left out of the build.');
}
