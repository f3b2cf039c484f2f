import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

type Locked = { version: string; optionalDependencies?: Record<string, string> };

const project = dirname(import.meta.dirname);
const read = (name: string) => JSON.parse(readFileSync(join(project, name), 'utf8'));
const locked: Record<string, Locked> = read('package-lock.json').packages;
const manifest: Record<string, Record<string, string>> = read('package.json');
const direct = Object.entries({
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
});

/** The first versions without the weaknesses that were public on 2026-11-21. */
const floors: [name: string, version: string][] = [
  ['@fastify/static', '10.1.3'],
  ['better-auth', '1.7.7'],
  ['drizzle-orm', '0.45.2'],
  ['fastify', '5.8.5'],
  ['nodemailer', '9.1.1'],
  ['react-router', '8.0.0'],
];

function isAtLeast(version: string, floor: string): boolean {
  const [own, least] = [version, floor].map((text) => text.split('.').map(Number));
  const first = [0, 1, 2].find((part) => own?.[part] !== least?.[part]);
  return first === undefined || (own?.[first] ?? 0) > (least?.[first] ?? 0);
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

test.each(floors)('every %s is %s or newer', (name, floor) => {
  const versions = Object.entries(locked)
    .filter(([path]) => path.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version);
  expect(versions).not.toEqual([]);
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
});
