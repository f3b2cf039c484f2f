/** Who may import whom. Each rule is proven by a planted violation in scripts/dependency-rules.test.ts. */

const test = '\\.test\\.tsx?$';
/** Runs in Node only. */
const server = '\\.server\\.ts$';
/** Files of React Router. */
const entries = '^src/(root|routes|entry\\.client|entry\\.server)\\.tsx?$';
/** Hand types of the server to the browser's side. */
const context = '^src/kit/(pages/context|client/calls)\\.ts$';
/** See pages and server together. */
const assembly = '^src/start/(entry|services|routes|open-server)\\.server\\.ts$';
/** What a URL shows: alone may put together parts of several nouns. */
const page = '^src/(?!kit/|site/frame/).+-page\\.tsx$';
const nouns = 'giving|warehouse|money|organisations|people';
/** What React Router writes for the types of a route. */
const routeTypes = '^(\\./\\+types/|\\.react-router/)';

/** What areas below know of those above. Each is to go, none is to be added. */
const upward = [
  // The type of all use cases, until each door names those it calls.
  'start/services',
  // The types of all declared calls.
  'start/routes',
  // Who did it: audit lines and versions name a person.
  'people/accounts/(person-name|account-tables)',
  'people/security/security-words',
  // A request leaves a trace for security events.
  'people/security/(trace-requests|request-trace)',
  // The client sends the session's token and asks for the second factor.
  'people/session/(session|second-factor/request)',
  // Types of what a process is started with.
  'start/open-threads',
  'people/sign-in/(passwords|services/oidc-setting)',
  'start/sample/sign-ins',
  // The address of a screen, by the list of screens.
  'office/shell/screens',
  'money/remittances/run',
  'people/mail/(smtp-refusal|mail-content)',
  'people/sign-in/account-messages',
  'site/frame/(simple-layout|navigation)',
].map((file) => `^src/${file}\\.`);

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
      name: 'browser-knows-no-server',
      comment: 'One mention of a server function puts it into the chunk of the browser.',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, server, context, entries] },
      to: { path: ['\\.server\\.ts$', '^(scripts|bench|torture)/'] },
    },
    {
      name: 'context-knows-only-types-of-server',
      comment: 'And so do the types of calls: no declaration reaches the browser.',
      severity: 'error',
      from: { path: context },
      to: { path: server, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-knows-no-screen',
      comment: 'Rules are shared, screens are not.',
      severity: 'error',
      from: { path: '^src/.+\\.server\\.ts$', pathNot: [test, assembly] },
      to: { path: ['^src/.+\\.tsx$', '^node_modules/(react|react-dom)/'] },
    },
    {
      name: 'browser-uses-zod-mini',
      comment: 'The whole of zod is 16 kB more in the browser.',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, server] },
      to: { path: '^node_modules/zod/', pathNot: '^node_modules/zod/mini/' },
    },
    {
      name: 'browser-runs-without-node',
      comment: 'Node has no place in what a browser loads.',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, server, entries] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'ui-knows-nothing-of-donating',
      comment: 'The tree of a text is no more about donating than a string is.',
      severity: 'error',
      from: { path: '^src/kit/ui/', pathNot: test },
      to: {
        path: '^(src|test)/',
        pathNot: ['^src/kit/ui/', '^src/kit/values/text/rich-text\\.ts$'],
      },
    },
    {
      name: 'kit-knows-no-noun',
      comment: 'What every noun builds on.',
      severity: 'error',
      from: { path: '^src/kit/', pathNot: test },
      to: { path: '^src/(?!kit/)', pathNot: upward },
    },
    {
      name: 'nouns-look-down',
      comment: 'Site and office are put together from nouns; the start from all.',
      severity: 'error',
      from: { path: `^src/(${nouns})/`, pathNot: test },
      to: { path: '^src/(site|office|start)/', pathNot: upward },
    },
    {
      name: 'site-and-office-look-down',
      severity: 'error',
      from: { path: '^src/(site|office)/', pathNot: test },
      to: { path: '^src/start/', pathNot: upward },
    },
    {
      name: 'parts-stay-in-their-area',
      comment:
        'What two areas share is a form, a part of the ui, or a rule; a page puts their parts together.',
      severity: 'error',
      from: { path: '^src/(?!kit/)([^/]+)/.+\\.tsx$', pathNot: [test, page, '^src/site/'] },
      to: {
        path: '^src/.+\\.tsx$',
        // Following a box ends in its identity check; the first owner chooses a password; the office has the site's frame.
        pathNot: ['^src/(kit|$1)/', 'identity-checks/lazy-identity-check', '^src/site/frame/'],
      },
    },
    {
      name: 'pages-know-no-other-page',
      comment: 'What two pages share is a part.',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, entries] },
      to: { path: page },
    },
    {
      name: 'product-knows-no-tooling',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: '^(scripts|test|bench|torture)/' },
    },
    {
      name: 'use-cases-know-no-http',
      comment:
        'A door is thin: fastify stays in routes and in the files that build the application.',
      severity: 'error',
      from: {
        path: '^src/(?!start/).+\\.server\\.ts$',
        pathNot: [test, '[/-](routes|body|requests)\\.server\\.ts$', '^src/kit/(db|openapi|http)/'],
      },
      to: { path: '^node_modules/(@fastify/|fastify)' },
    },
    {
      name: 'threads-know-no-noun',
      comment: 'Nouns register their jobs in src/start/thread-jobs.server.ts.',
      severity: 'error',
      from: { path: '^src/kit/threads/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/kit/(threads|http|values|errors)/' },
    },
    {
      name: 'routes-know-no-database',
      severity: 'error',
      from: { path: '^src/.+[/-]routes\\.server\\.ts$' },
      to: {
        path: ['^src/kit/db/', '-tables\\.server\\.ts$', '^node_modules/(drizzle-orm|pg)/'],
      },
    },
    {
      name: 'no-parent-paths',
      comment: 'Up is by alias: #kit/ #giving/ … #test/ #bench/.',
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
      to: { couldNotResolve: true, pathNot: ['^\\./\\+types/', '^virtual:', '/generated/'] },
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
        path: ['^src/', '^scripts/(assets|bundle)/'],
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
