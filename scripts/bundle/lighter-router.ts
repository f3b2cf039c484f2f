import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** Replacements for modules of React Router, by the end of its own import paths; each file says why. */
const replaced: Record<string, string> = {
  '/routeModules.js': './src/site/frame/load-route-module.ts',
  '/fog-of-war.js': './src/site/frame/left-out-of-router.ts',
  '/instrumentation.js': './src/site/frame/left-out-of-router.ts',
  '/errorBoundaries.js': './src/site/frame/last-error-boundary.tsx',
};

/** Body for functions that are never called, since the feature is unused; throws if that changes. */
const throwingBody = 'throw Error("left out of the build")';
/** Body for functions that are always called and do nothing without the feature. */
const emptyBody = '';

type Parts = Record<string, string>;

const all = (body: string, names: string): Parts =>
  Object.fromEntries(names.split(' ').map((name) => [name, body]));

/**
 * Functions of React Router for unused features, by module, with their replacement bodies: actions
 * and fetchers (forms post to our own API), blockers, view transitions, prefetching links,
 * middleware and submissions in the browser, lazily discovered or replaced routes, React Server
 * Components.
 */
export const leftOut: Record<string, Parts> = {
  'lib/router/router.js': {
    ...all(throwingBody, 'fetch handleAction handleFetcherAction handleFetcherLoader'),
    ...all(
      throwingBody,
      'getFetcher resetFetcher deleteFetcher queueFetcherForDeletion abortFetcher',
    ),
    ...all(throwingBody, 'setFetcherError updateFetcherState getUpdatedRevalidatingFetchers'),
    ...all(emptyBody, 'abortStaleFetchLoads markFetchRedirectsDone markFetchersDone'),
    ...all(emptyBody, 'getUpdatedActionData getSubmissionFromNavigation'),
    ...all(throwingBody, 'getBlocker deleteBlocker updateBlocker'),
    shouldBlockNavigation: emptyBody,
    ...all(emptyBody, 'restoreAppliedTransitions persistAppliedTransitions'),
    ...all(throwingBody, 'discoverRoutes patchRoutes patchRoutesImpl _internalSetRoutes'),
    checkFogOfWar: 'return { active: false, matches: null }',
    normalizeNavigateOptions: 'return { path }',
    runClientMiddlewarePipeline: 'return handler()',
    defaultDataStrategyWithMiddleware: throwingBody,
  },
  'lib/dom/ssr/single-fetch.js': all(throwingBody, 'singleFetchActionStrategy nonSsrStrategy'),
  'lib/dom/ssr/routes.js': {
    ...all(throwingBody, 'noActionDefinedError wrapShouldRevalidateForHdr'),
    preventInvalidServerHandlerCall: emptyBody,
  },
  'lib/dom/ssr/components.js': {
    PrefetchPageLinks: throwingBody,
    usePrefetchBehavior: 'return [false]',
  },
  'lib/dom/lib.js': { useViewTransitionState: 'return false' },
  'lib/hooks.js': { RSCErrorHandler: throwingBody },
  'lib/errors.js': all(emptyBody, 'decodeRedirectErrorDigest decodeRouteErrorResponseDigest'),
};

type Edit = { start: number; end: number; text: string };

/**
 * Replaces the bodies of some functions in a module, and drops messages for developers: warnings
 * are removed, and a failed invariant reports its line instead of a sentence.
 */
export function lighter(source: string, parts: Parts = {}): string {
  const missing = new Set(Object.keys(parts));
  const edits: Edit[] = [];
  const replaceBody = ({ id, body }: ESTree.Function) => {
    const text = id && parts[id.name];
    if (!body || text === null || text === undefined) return;
    if (!missing.delete(id?.name ?? '')) throw new Error(`${id?.name} is there twice.`);
    edits.push({ start: body.start, end: body.end, text: `{ ${text} }` });
  };
  const dropWords = ({
    callee,
    arguments: [condition, words],
    start,
    end,
  }: ESTree.CallExpression) => {
    if (callee.type !== 'Identifier') return;
    if (/^warn(?:ing|Once)$/.test(callee.name)) edits.push({ start, end, text: 'void 0' });
    if (!/invariant/i.test(callee.name) || !condition || !words) return;
    const line = source.slice(0, start).split('\n').length;
    edits.push({ start: condition.end, end: words.end, text: `, ${line}` });
  };
  new Visitor({ FunctionDeclaration: replaceBody, CallExpression: dropWords }).visit(
    parseSync('module.js', source).program,
  );
  if (missing.size > 0) throw new Error(`React Router has no longer ${[...missing].join(', ')}.`);
  // From the end, so that positions stay valid; edits inside a replaced body are dropped.
  const inBody = ({ start, end }: Edit) =>
    edits.some((other) => other.start < start && end < other.end);
  return edits
    .filter((edit) => !inBody(edit))
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);
}

/** React Router without unused features, for the browser. The build fails if its source changed. */
export function lighterRouter(root: string): Plugin {
  const missing = new Set([...Object.keys(replaced), ...Object.keys(leftOut)]);
  return {
    name: 'lighter-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      const end = source.slice(source.lastIndexOf('/'));
      const ours = replaced[end];
      if (ours === undefined || !/react-router/.test(importer ?? '')) return;
      // React Server Components have a file of the same name.
      if (/[\\/]rsc[\\/]/.test(importer + source)) return;
      missing.delete(end);
      return new URL(ours, root).pathname;
    },
    transform(code, id) {
      const file = /[\\/]react-router[\\/]dist[\\/]production[\\/](lib[\\/].+\.js)$/.exec(id)?.[1];
      if (file === undefined) return;
      const name = file.replaceAll('\\', '/');
      missing.delete(name);
      return { code: lighter(code, leftOut[name]), map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        this.error(`React Router has other files now than ${[...missing].join(', ')}.`);
    },
  };
}
