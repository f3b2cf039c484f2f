/** `npm run licences`: production packages by licence, from the lockfile. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neededPackages } from './locked-packages.js';

const root = join(import.meta.dirname, '..', '..');

/** Packages without a licence in the lockfile: taken from their own files. */
const readByHand = { 'png-js': 'MIT', '@tailwindcss/oxide': 'MIT' };

/** Names with versions, by licence. */
export function licencesOfProduct() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const byLicence = new Map();
  for (const path of neededPackages(packages)) {
    const { version, license } = packages[path];
    const name = path.split('node_modules/').pop();
    const licence = license ?? licenceByHand(name) ?? installedLicence(path) ?? 'UNKNOWN';
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}@${version}`]);
  }
  return byLicence;
}

const licenceByHand = (name) =>
  Object.entries(readByHand).find(([known]) => name === known || name.startsWith(`${known}-`))?.[1];

function installedLicence(path) {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).license : undefined;
}

if (process.argv[1] === import.meta.filename) {
  const all = [...licencesOfProduct()].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [licence, packages] of all) {
    console.log(`${licence} (${packages.length})`);
    for (const one of packages.sort()) console.log(`  ${one}`);
  }
}
