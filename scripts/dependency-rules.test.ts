import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A small project: one file with one import for each way of breaking a rule. */
const violations: [rule: string, file: string, statement: string][] = [
  ['no-cycles', 'domain/egg.ts', `import './hen.ts';`],
  ['domain-knows-only-domain', 'domain/a.ts', `import '#server/target.ts';`],
  ['domain-knows-only-domain', 'domain/b.ts', `import '#app/target.ts';`],
  ['domain-knows-only-domain', 'domain/c.ts', `import 'node:fs';`],
  ['domain-knows-only-domain', 'domain/d.ts', `import 'pg';`],
  ['domain-uses-zod-mini', 'domain/e.ts', `import 'zod';`],
  ['app-knows-no-server', 'app/pledges/a-page.tsx', `import { target } from '#server/target.ts';`],
  [
    'app-knows-no-server',
    'app/pledges/b-page.tsx',
    `import type { Target } from '#server/target.ts';`,
  ],
  [
    'context-knows-only-types-of-server',
    'app/context.ts',
    `import { target } from '#server/target.ts';`,
  ],
  ['context-knows-only-types-of-server', 'app/calls.ts', `import '#server/target.ts';`],
  ['pages-run-in-the-browser', 'app/pledges/c-page.tsx', `import 'node:fs';`],
  ['ui-knows-nothing-of-donating', 'app/ui/a.tsx', `import '#domain/target.ts';`],
  ['ui-knows-nothing-of-donating', 'app/ui/b.tsx', `import '#app/forms/target.ts';`],
  ['forms-know-ui-and-domain', 'app/forms/a.tsx', `import '#app/session/target.ts';`],
  ['a-noun-knows-no-other', 'app/pledges/a.tsx', `import '#app/search/target.ts';`],
  ['a-noun-knows-no-other', 'app/pledges/b.tsx', `import '#app/layouts/target.tsx';`],
  [
    'applications-know-identity-checks-besides',
    'app/donations/a.tsx',
    `import '#app/search/target.ts';`,
  ],
  [
    'applications-know-identity-checks-besides',
    'app/applications/a.tsx',
    `import '#app/donations/target.ts';`,
  ],
  [
    'admin-screens-know-their-noun-and-the-shell',
    'app/pledges/admin/a.tsx',
    `import '#app/search/target.ts';`,
  ],
  ['the-admin-shell-knows-no-noun', 'app/admin/a.tsx', `import '#app/search/target.ts';`],
  ['pages-know-no-other-page', 'app/pledges/d-page.tsx', `import '#app/search/target-page.tsx';`],
  ['server-knows-no-app', 'server/associates/a.ts', `import '#app/target.ts';`],
  ['product-knows-no-tooling', 'server/associates/b.ts', `import '#test/target.ts';`],
  ['use-cases-know-no-http', 'server/associates/associates.ts', `import type {} from 'fastify';`],
  ['use-cases-know-no-http', 'server/associates/c.ts', `import '@fastify/static';`],
  ['routes-know-no-database', 'server/associates/routes.ts', `import '#server/db/target.ts';`],
  ['routes-know-no-database', 'server/pledges/routes.ts', `import 'drizzle-orm';`],
  ['routes-know-no-database', 'server/pledges/gallery-routes.ts', `import 'pg';`],
  ['threads-know-no-noun', 'server/threads/a.ts', `import '#server/receipts/target.ts';`],
  ['no-parent-paths', 'server/associates/d.ts', `import '../target.ts';`],
  ['no-shapeless-names', 'server/associates/e.ts', `import './utils.ts';`],
  ['no-shapeless-names', 'server/associates/f.ts', `import './helpers/target.ts';`],
  ['nothing-unresolved', 'server/associates/g.ts', `import './nowhere.ts';`],
  ['only-listed-packages', 'server/associates/h.ts', `import 'stowaway';`],
  ['server-runs-on-dependencies', 'server/associates/i.ts', `import 'vitest';`],
];

const allowed: [file: string, statement: string][] = [
  ['domain/hen.ts', `import './egg.ts';`],
  ['domain/fine.ts', `import 'zod/mini'; import '#domain/target.ts';`],
  ['app/entry.server.tsx', `import 'node:stream';`],
  ['app/ui/fine.tsx', `import './target.tsx';`],
  ['app/forms/fine.tsx', `import '#app/ui/target.tsx'; import '#domain/target.ts';`],
  ['app/search/fine.tsx', `import '#app/forms/target.ts'; import '#app/session/target.ts';`],
  [
    'app/pledges/fine-page.tsx',
    `import '#app/search/target.ts'; import '#app/layouts/target.tsx'; import '#app/context.ts';`,
  ],
  ['app/donations/fine.tsx', `import '#app/applications/target.ts';`],
  ['app/applications/admin/fine.tsx', `import '#app/admin/target.ts';`],
  ['server/entry.ts', `import '#app/target.ts'; import '#server/target.ts';`],
  ['server/search/search.ts', `import '#server/db/target.ts'; import 'drizzle-orm';`],
  ['server/search/routes.ts', `import './search.ts'; import type {} from 'fastify';`],
  ['server/search/search.test.ts', `import '#test/target.ts'; import 'vitest';`],
];

const targets = [
  'app/target.ts',
  'app/ui/target.tsx',
  'app/forms/target.ts',
  'app/session/target.ts',
  'app/search/target.ts',
  'app/search/target-page.tsx',
  'app/layouts/target.tsx',
  'app/applications/target.ts',
  'app/donations/target.ts',
  'app/admin/target.ts',
  'domain/target.ts',
  'server/target.ts',
  'server/db/target.ts',
  'server/receipts/target.ts',
  'server/associates/utils.ts',
  'server/associates/helpers/target.ts',
  'test/target.ts',
];

const require = createRequire(import.meta.url);
const project = dirname(import.meta.dirname);
const config = join(project, '.dependency-cruiser.cjs');
const fixture = mkdtempSync(join(tmpdir(), 'tasuki-rules-'));
let found: { rule: string; file: string }[] = [];

beforeAll(() => {
  for (const file of targets) plant(file, 'export const target = 1; export type Target = 1;');
  for (const [, file, statement] of violations) plant(file, statement);
  for (const [file, statement] of allowed) plant(file, statement);
  for (const name of ['package.json', 'tsconfig.json']) {
    cpSync(join(project, name), join(fixture, name));
  }
  for (const name of [
    '@fastify/static',
    'drizzle-orm',
    'fastify',
    'pg',
    'stowaway',
    'vitest',
    'zod',
  ]) {
    plant(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
    plant(`node_modules/${name}/index.js`, '');
  }
  plant('node_modules/zod/mini/index.js', '');
  found = cruise();
});

afterAll(() => rmSync(fixture, { recursive: true, force: true }));

function plant(file: string, content: string) {
  mkdirSync(dirname(join(fixture, file)), { recursive: true });
  writeFileSync(join(fixture, file), `${content}\n`);
}

function cruise(): { rule: string; file: string }[] {
  const program = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = ['--config', config, '--output-type', 'json', 'app', 'domain', 'server', 'test'];
  const output = execFileSync(process.execPath, [program, ...args], {
    cwd: fixture,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const report: { summary: { violations: { from: string; rule: { name: string } }[] } } =
    JSON.parse(output);
  return report.summary.violations.map(({ from, rule }) => ({ rule: rule.name, file: from }));
}

test.each(violations)('%s refuses %s: %s', (rule, file) => {
  expect(found).toContainEqual({ rule, file });
});

test('allowed imports are not refused', () => {
  const files = allowed.map(([file]) => file).filter((file) => file !== 'domain/hen.ts');
  expect(found.filter(({ file }) => files.includes(file))).toEqual([]);
});

test('every rule is proven by a planted violation', () => {
  const rules: string[] = require(config).forbidden.map(({ name }: { name: string }) => name);
  expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(rules));
});
