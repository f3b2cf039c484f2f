import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { licencesOfProduct } from './packages/licences.js';
import { neededPackages } from './packages/locked-packages.js';

type Locked = {
  version: string;
  integrity?: string;
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
};

const project = dirname(import.meta.dirname);
const read = (name: string) => JSON.parse(readFileSync(join(project, name), 'utf8'));
const locked: Record<string, Locked> = read('package-lock.json').packages;
const needed: Set<string> = neededPackages(locked);
const manifest: Record<string, Record<string, string>> = read('package.json');
const direct = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

/** Fixed versions, one per release line that got the fix; newer lines include it. */
type Advisory = { name: string; fixed: string[]; advisory: string; tolerated?: string };
const advisories: Advisory[] = read('scripts/packages/advisories.json');

const numbersOf = (version: string) => version.split('.').map(Number);

function isAtLeast(version: string, floor: string): boolean {
  const [own, least] = [numbersOf(version), numbersOf(floor)];
  const first = [0, 1, 2].find((part) => own[part] !== least[part]);
  return first === undefined || (own[first] ?? 0) > (least[first] ?? 0);
}

/** The fix of its own line, or that of the newest. */
function isMended(version: string, fixed: readonly string[]): boolean {
  const sameLine = fixed.find((one) => numbersOf(one)[0] === numbersOf(version)[0]);
  return isAtLeast(version, sameLine ?? fixed.at(-1) ?? '');
}

test.each(direct)('%s is pinned to %s, and the lockfile agrees', (name, given) => {
  const version = given.replace(/^npm:[\w@/-]+@(?=\d)/, '');
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  expect(locked[`node_modules/${name}`]?.version).toBe(version);
});

test('the lockfile knows the optional packages of every platform, or `npm ci` refuses it', () => {
  const missing = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !locked[`node_modules/${name}`] && !locked[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('no package is below the fixed version of an advisory that is listed', () => {
  const open = Object.entries(locked).flatMap(([path, { version, dev }]) =>
    advisories
      .filter(({ name }) => path.endsWith(`node_modules/${name}`))
      .filter(
        ({ fixed, tolerated }) => !isMended(version, fixed) && !(tolerated && !needed.has(path)),
      )
      .map(({ advisory }) => `${path} ${version}${dev ? '' : ' (the product)'}: ${advisory}`),
  );
  expect(open).toEqual([]);
});

test.each([
  ['10.3.1', ['10.6.0'], false],
  ['2.0.1', ['1.1.12', '2.0.2'], false],
  ['2.0.2', ['1.1.12', '2.0.2'], true],
  ['5.0.0', ['1.1.12', '2.0.2'], true],
])('%s with the mends %j is mended: %s', (version, fixed, isSound) => {
  expect(isMended(version, fixed)).toBe(isSound);
});

test('every package is locked with its hash', () => {
  const unhashed = Object.entries(locked).filter(([path, { integrity }]) => path && !integrity);
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

test('the product needs nothing that only tests, compiles or writes migrations', () => {
  const names = ['vitest', 'typescript', 'drizzle-kit', 'esbuild', 'happy-dom', '@playwright/test'];
  const tools = [...needed].filter((path) => names.some((name) => path.endsWith(`/${name}`)));
  expect(tools).toEqual([]);
  expect(needed.size).toBeGreaterThan(300);
});

/** Licences that allow use and redistribution with their notice. */
const permissive =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|Python-2\.0|PSF-2\.0|OFL-1\.1|Zlib|CC-BY-4\.0)(?: (?:AND|OR) (?:MIT|Zlib|OFL-1\.1|EUPL-1\.1\+))*\)?$/;

test('NOTICE names what the product runs on under other licences than permissive ones', () => {
  const notice = readFileSync(join(project, 'NOTICE'), 'utf8');
  const others = [...licencesOfProduct()].filter(([licence]) => !permissive.test(licence));
  expect(others.map(([licence]) => licence).toSorted()).toEqual([
    'Apache-2.0 AND LGPL-3.0-or-later',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    'LGPL-3.0-or-later',
    'MPL-2.0',
  ]);
  const named = [
    'libvips',
    'LGPL-3.0-or-later',
    'Lightning CSS',
    'MPL-2.0',
    'PostgreSQL',
    'Node.js',
  ];
  expect(named.filter((one) => !notice.includes(one))).toEqual([]);
});
