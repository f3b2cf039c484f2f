import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** Files per folder that a newcomer can still survey. */
const maxFiles = 30;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(app|bench|domain|scripts|server|test|torture)\//.test(file))
  // Migrations are numbered, and drizzle-kit keeps them in one folder; nobody searches there by name.
  .filter((file) => !file.startsWith('server/db/migrations/'));

const foldersOf = (side: string) =>
  new Set(
    files
      .filter((file) => file.startsWith(`${side}/`))
      .map((file) => file.split('/')[1] ?? '')
      .filter((name) => !name.includes('.')),
  );

test(`no folder contains more than ${maxFiles} files`, () => {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(50);
  expect([...counts].filter(([, count]) => count > maxFiles)).toEqual([]);
});

test('every noun of the domain has the same name on the server', () => {
  // Nouns used only by pages and documents have no server folder.
  const withoutServer = ['errors', 'tax-deduction', 'values'];
  const serverFolders = foldersOf('server');
  const missing = [...foldersOf('domain')].filter(
    (noun) => !serverFolders.has(noun) && !withoutServer.includes(noun),
  );
  expect(missing).toEqual([]);
});

test('the code of a pledge is in five folders, beside its mails, its sample and its tests', () => {
  const folders = files
    .filter(
      (file) =>
        /pledge/.test(file) && !/^test\/|\/(sample|templates|words|migrations)\//.test(file),
    )
    .map((file) => posix.dirname(file));
  expect([...new Set(folders)].sort()).toEqual([
    'app/pledges',
    'app/pledges/admin',
    'domain/pledges',
    'server/db/schema',
    'server/pledges',
  ]);
});
