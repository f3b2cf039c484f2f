import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(bench|scripts|src|test|torture)\//.test(file));

const areas = [
  'giving',
  'kit',
  'money',
  'office',
  'organisations',
  'people',
  'site',
  'start',
  'warehouse',
];

test('the product consists of nine areas', () => {
  const found = files
    .filter((file) => file.startsWith('src/') && file.split('/').length > 2)
    .map((file) => file.split('/')[1]);
  expect([...new Set(found)].sort()).toEqual(areas);
});

test('no noun has two homes', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of files) {
    const [root, area = '', noun = '', ...rest] = file.split('/');
    if (root !== 'src' || rest.length === 0) continue;
    homes.set(noun, (homes.get(noun) ?? new Set()).add(area));
  }
  expect(homes.size).toBeGreaterThan(60);
  expect([...homes].filter(([, { size }]) => size > 1)).toEqual([]);
});

test('the code of a pledge is in one folder, beside its mail words, its sample and its tests', () => {
  const folders = files
    .filter(
      (file) =>
        /pledge/.test(file) && !/^test\/|\/(sample|templates|words|migrations)\//.test(file),
    )
    .map((file) => posix.dirname(file));
  expect([...new Set(folders)].sort()).toEqual(['src/giving/pledges', 'src/giving/pledges/admin']);
});
