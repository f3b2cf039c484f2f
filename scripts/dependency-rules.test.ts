import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A small project: one file with one import for each way of breaking a rule. */
const violations: [rule: string, file: string, statement: string][] = [
  ['no-cycles', 'src/giving/pledges/egg.ts', `import './hen.ts';`],
  [
    'browser-knows-no-server',
    'src/giving/pledges/a-page.tsx',
    `import { target } from '#kit/db/target.server.ts';`,
  ],
  [
    'browser-knows-no-server',
    'src/giving/pledges/a.ts',
    `import type { Target } from '#kit/db/target.server.ts';`,
  ],
  [
    'context-knows-only-types-of-server',
    'src/kit/pages/context.ts',
    `import { target } from '#kit/db/target.server.ts';`,
  ],
  [
    'context-knows-only-types-of-server',
    'src/kit/client/calls.ts',
    `import '#kit/db/target.server.ts';`,
  ],
  [
    'server-knows-no-screen',
    'src/giving/pledges/a.server.ts',
    `import '#giving/pledges/target.tsx';`,
  ],
  ['server-knows-no-screen', 'src/giving/pledges/b.server.ts', `import 'react';`],
  ['browser-uses-zod-mini', 'src/giving/pledges/c.ts', `import 'zod';`],
  ['browser-runs-without-node', 'src/giving/pledges/d.ts', `import 'node:fs';`],
  ['browser-runs-without-node', 'src/giving/pledges/c-page.tsx', `import 'node:fs';`],
  ['ui-knows-nothing-of-donating', 'src/kit/ui/a.tsx', `import '#kit/values/target.ts';`],
  ['ui-knows-nothing-of-donating', 'src/kit/ui/b.tsx', `import '#kit/forms/target.ts';`],
  ['kit-knows-no-noun', 'src/kit/forms/a.tsx', `import '#people/session/target.ts';`],
  ['kit-knows-no-noun', 'src/kit/db/a.server.ts', `import '#money/ledger/target.server.ts';`],
  ['nouns-look-down', 'src/money/ledger/a.ts', `import '#site/top/target.ts';`],
  ['nouns-look-down', 'src/people/session/a.ts', `import '#office/shell/target.ts';`],
  ['site-and-office-look-down', 'src/site/top/a.server.ts', `import '#start/target.server.ts';`],
  ['parts-stay-in-their-area', 'src/money/ledger/a.tsx', `import '#giving/pledges/target.tsx';`],
  ['parts-stay-in-their-area', 'src/office/shell/a.tsx', `import '#giving/pledges/target.tsx';`],
  [
    'pages-know-no-other-page',
    'src/giving/pledges/d-page.tsx',
    `import '#site/top/target-page.tsx';`,
  ],
  ['product-knows-no-tooling', 'src/giving/pledges/c.server.ts', `import '#test/target.ts';`],
  ['use-cases-know-no-http', 'src/giving/pledges/d.server.ts', `import '@fastify/static';`],
  [
    'routes-know-no-database',
    'src/giving/pledges/routes.server.ts',
    `import '#kit/db/target.server.ts';`,
  ],
  ['routes-know-no-database', 'src/giving/pledges/gallery-routes.server.ts', `import 'pg';`],
  [
    'routes-know-no-database',
    'src/giving/pledges/admin-routes.server.ts',
    `import './pledge-tables.server.ts';`,
  ],
  [
    'threads-know-no-noun',
    'src/kit/threads/a.server.ts',
    `import '#money/ledger/target.server.ts';`,
  ],
  ['no-parent-paths', 'src/giving/pledges/e.ts', `import '../target.ts';`],
  ['no-shapeless-names', 'src/giving/pledges/f.ts', `import './utils.ts';`],
  ['no-shapeless-names', 'src/giving/pledges/g.ts', `import './helpers/target.ts';`],
  ['nothing-unresolved', 'src/giving/pledges/h.ts', `import './nowhere.ts';`],
  ['only-listed-packages', 'src/giving/pledges/i.ts', `import 'stowaway';`],
  ['server-runs-on-dependencies', 'src/giving/pledges/j.server.ts', `import 'vitest';`],
];

const allowed: [file: string, statement: string][] = [
  ['src/giving/pledges/hen.ts', `import './egg.ts';`],
  ['src/giving/pledges/fine.ts', `import 'zod/mini'; import '#kit/values/target.ts';`],
  ['src/kit/ui/fine.tsx', `import './target.tsx';`],
  ['src/kit/forms/fine.tsx', `import '#kit/ui/target.tsx'; import '#kit/values/target.ts';`],
  ['src/giving/donations/fine.tsx', `import '#giving/pledges/target.tsx';`],
  [
    'src/money/ledger/fine-page.tsx',
    `import '#giving/pledges/target.tsx'; import '#kit/pages/context.ts';`,
  ],
  ['src/giving/pledges/admin/fine.tsx', `import '#kit/lists/target.ts';`],
  ['src/site/top/fine.ts', `import '#giving/pledges/fine.ts';`],
  [
    'src/start/entry.server.ts',
    `import '#giving/pledges/target.tsx'; import '#kit/db/target.server.ts';`,
  ],
  [
    'src/giving/donations/donations.server.ts',
    `import '#kit/db/target.server.ts'; import 'drizzle-orm';`,
  ],
  [
    'src/giving/donations/routes.server.ts',
    `import './donations.server.ts'; import type {} from 'fastify';`,
  ],
  ['src/giving/donations/donations.server.test.ts', `import '#test/target.ts'; import 'vitest';`],
];

const targets = [
  'src/giving/pledges/helpers/target.ts',
  'src/giving/pledges/pledge-tables.server.ts',
  'src/giving/pledges/target.tsx',
  'src/giving/pledges/utils.ts',
  'src/kit/db/target.server.ts',
  'src/kit/forms/target.ts',
  'src/kit/lists/target.ts',
  'src/kit/ui/target.tsx',
  'src/kit/values/target.ts',
  'src/money/ledger/target.server.ts',
  'src/office/shell/target.ts',
  'src/people/session/target.ts',
  'src/site/top/target.ts',
  'src/site/top/target-page.tsx',
  'src/giving/target.ts',
  'src/start/target.server.ts',
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
    'react',
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
  const args = ['--config', config, '--output-type', 'json', 'src', 'test'];
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

test('what is allowed is not refused', () => {
  const files = allowed
    .map(([file]) => file)
    .filter((file) => file !== 'src/giving/pledges/hen.ts');
  expect(found.filter(({ file }) => files.includes(file))).toEqual([]);
});

test('every rule is proven by a planted violation', () => {
  const rules: string[] = require(config).forbidden.map(({ name }: { name: string }) => name);
  expect(new Set(violations.map(([rule]) => rule))).toEqual(new Set(rules));
});
