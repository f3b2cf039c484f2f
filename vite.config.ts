import { readdirSync } from 'node:fs';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => new URL(path, import.meta.url).pathname;

/** What the bundler knows of the modules, as far as the chunks are cut by it. */
type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** The modules that a module imports, directly or through others, itself included. */
function reachedFrom(entry: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const id of graph.getModuleInfo(entry)?.importedIds ?? []) reachedFrom(id, graph, seen);
  return seen;
}

const zod = /[\\/]node_modules[\\/]zod[\\/]/;
const knownOf = new WeakMap<Graph, Map<string, Set<string>>>();

/** The same, worked out once a build. */
function closure(file: string, graph: Graph): Set<string> {
  const entry = here(file);
  const known = knownOf.get(graph) ?? new Map<string, Set<string>>();
  knownOf.set(graph, known);
  const found = known.get(entry) ?? reachedFrom(entry, graph);
  known.set(entry, found);
  return found;
}

const isOurs = (id: string) => /[\\/](app|domain)[\\/].*\.tsx?$/.test(id);
const isIn = (file: string, id: string, graph: Graph) => closure(file, graph).has(id);
const pages = readdirSync(here('./app'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('-page.tsx'))
  .map((name) => `./app/${name}`);

/**
 * Ours, and of every page: reached from the root, or from each of the three busiest pages. But covers are
 * drawn by pages with organisations alone: texts and forms need not load them.
 */
const isOfSite = (id: string, graph: Graph) =>
  isIn('./app/root.tsx', id, graph) ||
  (!isIn('./app/associates/cover.tsx', id, graph) &&
    isIn('./app/top/top-page.tsx', id, graph) &&
    isIn('./app/associates/search-page.tsx', id, graph) &&
    (isIn('./app/associates/associate-page.tsx', id, graph) ||
      isIn('./app/associates/associate-apply-page.tsx', id, graph)));

/** Of a page that comes without zod, as public pages do: it must not wait for what forms need. */
const isOfLightPage = (id: string, graph: Graph) =>
  pages.some(
    (page) => isIn(page, id, graph) && ![...closure(page, graph)].some((one) => zod.test(one)),
  );

const kinds = ['site', 'shared', 'forms', 'applying'] as const;

/** What a module of ours is for: the whole site, or forms, which come late. */
function kindOf(id: string, graph: Graph): (typeof kinds)[number] | null {
  if (!isOurs(id)) return null;
  if (isOfSite(id, graph)) return 'site';
  if (!isIn('./app/applications/form/application-form.tsx', id, graph)) return null;
  if (isOfLightPage(id, graph)) return 'shared';
  return isIn('./app/inbox/contact-form.tsx', id, graph) ? 'forms' : 'applying';
}

/**
 * A file of each kind; what is shared stays in small ones, for a page needs little of it. Each takes
 * along what its modules import, unless that is of a kind before it.
 */
const ownChunks = kinds.map((kind, place) => ({
  debugName: kind,
  name(id: string, graph: Graph) {
    if (kindOf(id, graph) !== kind) return null;
    return kind === 'shared' ? (/[^\\/]+(?=\.tsx?$)/.exec(id)?.[0] ?? null) : kind;
  },
  priority: kinds.length - place,
}));

/**
 * Few files in the place of many small ones: together they compress better, and the site map that
 * travels with each page names fewer. Zod is kept apart from all that public pages share.
 */
const chunks = [
  {
    name: 'framework',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime/,
    priority: 6,
  },
  { name: 'schemas', test: zod, priority: 5 },
  ...ownChunks,
];

/** Our loader of route modules in the place of React Router's; see app/load-route-module.ts. */
function ownRouteModules(): Plugin {
  let isReplaced = false;
  return {
    name: 'own-route-modules',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !/react-router/.test(importer ?? '')) return;
      isReplaced = true;
      return here('./app/load-route-module.ts');
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error('React Router loads route modules in another file now.');
    },
  };
}

/** The threads of the server run a file of their own (server/open-threads.ts), beside the bundle. */
function threadFile(): Plugin {
  return {
    name: 'thread-file',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      const id = here('./server/thread.ts');
      this.emitFile({ type: 'chunk', id, fileName: 'thread.js' });
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [ownRouteModules(), threadFile(), tailwindcss(), reactRouter()],
  build: {
    // The React Router build reads the manifest; without this it is deleted.
    manifest: true,
    // Files of their own, so that the Content-Security-Policy needs no data: URLs for scripts or styles.
    assetsInlineLimit: 0,
    // Lazy parts are fetched with all that they import at once; every browser that runs them can.
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
    ssr: {
      // One module graph for pages and server: the older form of this option is silently ignored.
      build: {
        target: 'node24',
        sourcemap: true,
        rollupOptions: { input: './server/entry.ts' },
      },
      // Bundled, the server starts in a third of the time and memory. Native code stays outside, and so
      // does pdfkit, which reads files beside its own.
      ...(command === 'build' && {
        resolve: {
          noExternal: true,
          external: ['sharp', '@node-rs/argon2', 'pg-native', 'pdfkit'],
        },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
    },
  },
}));
