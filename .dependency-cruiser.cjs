/** Who may import whom. Each rule is proven by a planted violation in scripts/dependency-rules.test.ts. */

const test = '\\.test\\.tsx?$';
/** What a URL shows: alone may put together parts of several nouns. */
const page = '^app/(?!layouts/).+-page\\.tsx$';
/** Folders of app/ that are no nouns: what every noun may build on, and the frame around pages. */
const ground = 'forms|ui|session|versions';
const frame = 'layouts|styles|generated';
/** What React Router writes for the types of a route. */
const routeTypes = '^(\\./\\+types/|\\.react-router/)';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-knows-only-domain',
      comment: 'What is true on any screen and any database needs neither.',
      severity: 'error',
      from: { path: '^domain/', pathNot: test },
      to: { pathNot: '^(domain/|node_modules/zod/)' },
    },
    {
      name: 'domain-uses-zod-mini',
      comment: 'The whole of zod is 16 kB more in the browser.',
      severity: 'error',
      from: { path: '^domain/', pathNot: test },
      to: { path: '^node_modules/zod/', pathNot: '^node_modules/zod/mini/' },
    },
    {
      name: 'app-knows-no-server',
      comment: 'One mention of a server function puts it into the chunk of the browser.',
      severity: 'error',
      from: { path: '^app/', pathNot: [test, '^app/(context|calls)\\.ts$'] },
      to: { path: '^(server|scripts|bench|torture)/' },
    },
    {
      name: 'context-knows-only-types-of-server',
      comment: 'And so do the types of calls: no declaration reaches the browser.',
      severity: 'error',
      from: { path: '^app/(context|calls)\\.ts$' },
      to: { path: '^server/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-run-in-the-browser',
      comment: 'Node has no place in what a browser loads.',
      severity: 'error',
      from: { path: '^app/', pathNot: [test, '^app/entry\\.server\\.tsx$', '^app/routes\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'ui-knows-nothing-of-donating',
      comment: 'The tree of a text is no more about donating than a string is.',
      severity: 'error',
      from: { path: '^app/ui/', pathNot: test },
      to: {
        path: '^(app|domain|test)/',
        pathNot: ['^app/ui/', '^domain/values/text/rich-text\\.ts$'],
      },
    },
    {
      name: 'forms-know-ui-and-domain',
      severity: 'error',
      from: { path: '^app/forms/', pathNot: test },
      to: { path: '^app/', pathNot: '^app/(forms|ui)/' },
    },
    {
      name: 'a-noun-knows-no-other',
      comment:
        'What two nouns share is a form, a part of the ui, or the domain; a page puts them together.',
      severity: 'error',
      from: {
        path: '^app/([^/]+)/',
        pathNot: [test, page, `^app/(${ground}|${frame}|applications|donations)/`, '/admin/'],
      },
      to: { path: '^app/', pathNot: `^app/(${ground}|$1)/` },
    },
    {
      name: 'applications-know-identity-checks-besides',
      comment: 'Following a box ends in its identity check; a history shows boxes under way.',
      severity: 'error',
      from: { path: '^app/(applications|donations)/', pathNot: [test, page, '/admin/'] },
      to: {
        path: '^app/',
        pathNot: `^app/(${ground}|$1|applications|identity-checks)/`,
      },
    },
    {
      name: 'admin-screens-know-their-noun-and-the-shell',
      severity: 'error',
      from: { path: '^app/([^/]+)/admin/', pathNot: [test, page] },
      to: { path: '^app/', pathNot: `^app/(${ground}|admin|$1)/` },
    },
    {
      name: 'the-admin-shell-knows-no-noun',
      severity: 'error',
      from: { path: '^app/admin/', pathNot: [test, page] },
      to: { path: '^app/', pathNot: `^app/(${ground}|layouts|admin)/` },
    },
    {
      name: 'pages-know-no-other-page',
      comment: 'What two pages share is a part.',
      severity: 'error',
      from: { path: '^app/', pathNot: [test, '^app/routes\\.ts$'] },
      to: { path: page },
    },
    {
      name: 'server-knows-no-app',
      severity: 'error',
      from: { path: '^server/', pathNot: [test, '^server/entry\\.ts$'] },
      to: { path: '^app/' },
    },
    {
      name: 'product-knows-no-tooling',
      severity: 'error',
      from: { path: '^(app|domain|server)/', pathNot: test },
      to: { path: '^(scripts|test|bench|torture)/' },
    },
    {
      name: 'use-cases-know-no-http',
      comment:
        'A door is thin: fastify stays in routes and in the files that build the application.',
      severity: 'error',
      from: {
        path: '^server/[^/]+/',
        pathNot: [test, '/routes\\.ts$', '-(routes|body)\\.ts$', '^server/(db|openapi|http)/'],
      },
      to: { path: '^node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'threads-know-no-noun',
      comment: 'Nouns register their jobs in server/thread-jobs.ts.',
      severity: 'error',
      from: { path: '^server/threads/', pathNot: test },
      to: { path: '^server/', pathNot: '^server/(threads|http)/' },
    },
    {
      name: 'routes-know-no-database',
      severity: 'error',
      from: { path: ['^server/routes\\.ts$', '^server/.+[/-]routes\\.ts$'] },
      to: { path: '^(server/db/|node_modules/(drizzle-orm|pg)/)' },
    },
    {
      name: 'no-parent-paths',
      comment: 'Up is by alias: #app/ #server/ #domain/ #test/ #bench/.',
      severity: 'error',
      from: { path: '^(.+)/[^/]+$' },
      to: {
        dependencyTypes: ['local'],
        dependencyTypesNot: ['aliased', 'core', 'npm'],
        pathNot: '^$1/',
      },
    },
    {
      name: 'no-shapeless-names',
      comment: 'A file is named for what it exports, not for being shared.',
      severity: 'error',
      from: {},
      to: { path: '/(utils?|libs?|common|helpers?|misc|types)(/|[.])', pathNot: '^node_modules/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^\\./\\+types/', '^virtual:'] },
    },
    {
      name: 'only-listed-packages',
      comment: 'A package that is used but not in package.json comes and goes with others.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'server-runs-on-dependencies',
      comment: 'What `npm start` builds and runs is installed without what tests and measures it.',
      severity: 'error',
      from: {
        path: ['^(app|domain|server)/', '^scripts/(assets|bundle)/'],
        pathNot: [test, '^scripts/assets/draw-pictures'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: routeTypes },
    },
  ],
  options: {
    doNotFollow: { path: ['^node_modules/', '^build/'] },
    exclude: { path: ['^\\.react-router/', '^build/', '^bench/peers/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
