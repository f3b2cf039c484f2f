/**
 * Replaces two modules of React Router in the browser's build (see vite.config.ts) whose features this site does not
 * use: lazy route discovery, because the whole site map comes with the first page (react-router.config.ts), and
 * instrumentation (entry.client.tsx). React Router asks each of these functions before it uses either.
 */

export const isFogOfWarEnabled = (): boolean => false;
export const useFogOFWarDiscovery = (): void => undefined;
export const getPatchRoutesOnNavigationFunction = (): undefined => undefined;
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;

/** Imported too, but only called after one of the above returned otherwise, or on the server. */
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
