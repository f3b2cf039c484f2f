import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import routes from '#src/routes.ts';
import { lighterRouter } from './scripts/bundle/lighter-router.ts';

const here = (path: string) => join(import.meta.dirname, path);

/** The bundler's module information, as far as cutting chunks needs it. */
type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Modules that a module imports, directly or transitively, itself included. */
function reachedFrom(entry: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const id of graph.getModuleInfo(entry)?.importedIds ?? []) reachedFrom(id, graph, seen);
  return seen;
}

const zod = /[\\/]node_modules[\\/]zod[\\/]/;

/** Caches a fact per graph and name: each module is asked about for each of some two hundred chunks. */
function once<Fact>(workOut: (name: string, graph: Graph) => Fact) {
  const known = new WeakMap<Graph, Map<string, Fact>>();
  return (name: string, graph: Graph): Fact => {
    const facts = known.get(graph) ?? new Map<string, Fact>();
    known.set(graph, facts);
    if (!facts.has(name)) facts.set(name, workOut(name, graph));
    return facts.get(name) as Fact;
  };
}

/** Modules reachable from a file of ours. */
const closure = once((file, graph) => reachedFrom(here(file), graph));

const ours = /[\\/]src[\\/](?!.*\.server\.ts$).*\.tsx?$/;
const isIn = (file: string, id: string, graph: Graph) => closure(file, graph).has(id);

/** Files of each public page: its own, after those of its parent routes. */
function visits(entries: readonly RouteConfigEntry[], around: readonly string[] = []): string[][] {
  return entries
    .filter(({ path = '' }) => !/^(?:admin|staff|mypage)\b/.test(path))
    .flatMap(({ file, children }) => {
      const files = [...around, `./src/${file}`];
      return children ? visits(children, files) : [files];
    });
}

/** Each page once, however many addresses it has; and the frame of each. */
const publicVisits = [
  ...new Map(visits(routes).map((files) => [files.join(), files])).values(),
  ['./src/site/frame/drawer-dialog.tsx'],
  ['./src/site/frame/message-modal.tsx'],
  ['./src/site/frame/appraisal-dialog.tsx'],
];

/** Public pages whose first visit needs a module. */
const visitsWith = once((id, graph) =>
  publicVisits.filter((files) => files.some((file) => isIn(file, id, graph))),
);

/**
 * Modules of the whole site: reachable from the entry, or from each of the three busiest pages.
 * Except covers, which only pages with organisations draw: texts and forms need not load them.
 */
const isOfSite = (id: string, graph: Graph) =>
  isIn('./src/entry.client.tsx', id, graph) ||
  isIn('./src/root.tsx', id, graph) ||
  (!isIn('./src/organisations/associates/cover.tsx', id, graph) &&
    isIn('./src/site/top/top-page.tsx', id, graph) &&
    isIn('./src/organisations/associates/search-page.tsx', id, graph) &&
    (isIn('./src/organisations/associates/associate-page.tsx', id, graph) ||
      isIn('./src/organisations/associates/associate-apply-page.tsx', id, graph)));

const isOfForms = (id: string, graph: Graph) =>
  isIn('./src/giving/applications/form/application-form.tsx', id, graph);

const pages = readdirSync(here('./src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('-page.tsx'))
  .map((name) => `./src/${name}`);

/** Modules of pages without zod, which must not wait for what forms need. */
const isOfLightPage = (id: string, graph: Graph) =>
  pages.some(
    (page) => isIn(page, id, graph) && ![...closure(page, graph)].some((one) => zod.test(one)),
  );

const kinds = ['site', 'shared', 'forms', 'applying'] as const;

/** Purpose of a module of ours: the whole site, several pages, or forms, which load late. */
const kindOf = once((id, graph): (typeof kinds)[number] | null => {
  // Entry points run once their modules are loaded, not as soon as one of them requests the site's.
  if (/(?:-page|entry\.client)\.tsx$/.test(id)) return null;
  if (isOfSite(id, graph)) return 'site';
  const { length } = visitsWith(id, graph);
  if (length > 1) return 'shared';
  if (!isOfForms(id, graph)) return null;
  if (length === 1 || isOfLightPage(id, graph)) return 'shared';
  const small = [
    './src/people/messages/contact-form.tsx',
    './src/giving/tax-deduction/relief-calculator.tsx',
  ];
  return small.some((form) => isIn(form, id, graph)) ? 'forms' : 'applying';
});

/** Modules needed by more pages come first: what a module imports is needed wherever it is. */
const needed = (id: string, graph: Graph) =>
  visitsWith(id, graph).length * 2 + (isOfForms(id, graph) ? 1 : 0);

const sharedNames = new WeakMap<Graph, Map<string, string>>();

/** Modules needed by the same pages, and by forms or not, share a file, named after its first module. */
function sharedName(id: string, graph: Graph): string {
  const names = sharedNames.get(graph) ?? new Map<string, string>();
  sharedNames.set(graph, names);
  const users = `${isOfForms(id, graph)} ${visitsWith(id, graph).join()}`;
  const name = names.get(users) ?? /[^\\/]+(?=\.tsx?$)/.exec(id)?.[0] ?? 'shared';
  names.set(users, name);
  return name;
}

type Naming = (id: string, graph: Graph) => string | null;

/** In the order of cutting: each chunk takes what its modules import, unless an earlier one has it. */
const ownChunks = (
  [
    {
      debugName: 'site',
      name: (id, graph) => (kindOf(id, graph) === 'site' ? 'site' : null),
    },
    ...Array.from({ length: 2 * publicVisits.length + 2 }, (_, place) => ({
      debugName: `shared ${place}`,
      name: ((id, graph) =>
        kindOf(id, graph) === 'shared' && needed(id, graph) === place
          ? sharedName(id, graph)
          : null) satisfies Naming,
    })).reverse(),
    ...(['forms', 'applying'] as const).map((kind) => ({
      debugName: kind,
      name: ((id, graph) => (kindOf(id, graph) === kind ? kind : null)) satisfies Naming,
    })),
  ] satisfies { debugName: string; name: Naming }[]
).map((group) => ({ ...group, test: ours }));

/**
 * Few files instead of many small ones: together they compress better, and the site map that comes
 * with each page names fewer. Zod is kept apart from what public pages share.
 */
const chunks = [
  {
    name: 'framework',
    test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|rolldown[\\/]runtime/,
  },
  { name: 'schemas', test: zod },
  ...ownChunks,
].map((group, place, { length }) => ({ ...group, priority: length - place }));

/**
 * Files beside the bundle: code of the server's threads (src/start/open-threads.server.ts), and all that
 * serves, loaded while the database starts (src/start/main.server.ts).
 */
function serverFiles(): Plugin {
  return {
    name: 'server-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      for (const name of ['entry', 'thread']) {
        this.emitFile({
          type: 'chunk',
          id: here(`./src/start/${name}.server.ts`),
          fileName: `${name}.js`,
        });
      }
    },
  };
}

/**
 * The server's code in few files, since each costs a millisecond at a start: what is loaded before
 * the database is launched, what threads share, and all pages, whose lazy parts the server loads at
 * once.
 */
const serverChunks = (
  [
    ['start', (id, graph) => isIn('./src/start/main.server.ts', id, graph)],
    [
      'common',
      (id, graph) =>
        isIn('./src/start/thread.server.ts', id, graph) &&
        isIn('./src/start/entry.server.ts', id, graph),
    ],
    ['pages', (id) => /[\\/]src[\\/].*\.tsx$/.test(id)],
  ] satisfies [string, (id: string, graph: Graph) => boolean][]
).map(([debugName, isOfIt], place, { length }) => ({
  debugName,
  name: (id: string, graph: Graph) => (isOfIt(id, graph) ? debugName : null),
  priority: length - place,
}));

/** In a separate build (react-router.config.ts): the baseline for rendering in `npm run bench -- rates`. */
const serverEntry =
  process.env.BENCH === '1' ? './bench/rates/bare-tree.tsx' : './src/start/index.server.ts';

export default defineConfig(({ command }) => ({
  plugins: [lighterRouter(import.meta.url), serverFiles(), tailwindcss(), reactRouter()],
  build: {
    // The React Router build reads the manifest; without this it is deleted.
    manifest: true,
    // Separate files, so that the Content-Security-Policy needs no data: URLs for scripts or styles.
    assetsInlineLimit: 0,
    // Lazy parts are fetched together with all their imports, which every supported browser can do.
    // What every page has is already loaded and need not be named.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) =>
        needed.filter((file) => !/\/(?:framework|rolldown-runtime|site)-[^/]*$/.test(file)),
    },
    target: 'es2022',
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Use `node --cpu-prof` to find slow plugins, rather than a warning in each build.
          checks: { pluginTimings: false },
          output: {
            codeSplitting: { groups: chunks },
            // As short as the bundler allows: hashes do not compress, and the site map has one per page.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            entryFileNames: 'assets/[name]-[hash:7].js',
          },
        },
      },
    },
    ssr: {
      // One module graph for pages and server: the older form of this option is silently ignored.
      build: {
        target: 'node24',
        sourcemap: true,
        rollupOptions: { input: serverEntry },
        // Less to read at a start; names are kept for log readers.
        rolldownOptions: {
          checks: { pluginTimings: false },
          output: {
            minify: { compress: false, mangle: false, codegen: true },
            codeSplitting: { groups: serverChunks },
          },
        },
      },
      // Bundled, the server starts in a third of the time and memory. Native code stays outside, as
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
