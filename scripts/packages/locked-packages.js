/**
 * Determines the packages of package-lock.json that the product needs. `npm ci --omit=dev` installs
 * more: tools for tests and migrations are optional peers of a dependency as well. Plain
 * JavaScript, since it runs before anything is installed.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Resolves `name` from the package at `path` like Node; undefined if it is not locked. */
function found(packages, path, name) {
  const folders = path === '' ? [] : path.split(/\/?node_modules\//).slice(1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const place = [...folders.slice(0, depth), name].map((one) => `node_modules/${one}`).join('/');
    if (packages[place]) return place;
  }
  return undefined;
}

/** Paths of the product's dependencies, transitive ones included; optional peers do not count. */
export function neededPackages(packages) {
  const needed = new Set();
  const queue = [''];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[path];
    const peers = Object.keys(peerDependencies).filter(
      (name) => !peerDependenciesMeta[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = found(packages, path, name);
      if (place === undefined || needed.has(place)) continue;
      needed.add(place);
      queue.push(place);
    }
  }
  return needed;
}

/**
 * Removes packages that npm installed although the product does not need them, and deletes them
 * from npm's record, so that a later install adds them again.
 */
export function removeUnneeded(root) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  const needed = neededPackages(packages);
  const recordFile = join(root, 'node_modules', '.package-lock.json');
  const record = readJson(recordFile);
  for (const path of Object.keys(record.packages)) {
    if (needed.has(path)) continue;
    rmSync(join(root, path), { recursive: true, force: true });
    delete record.packages[path];
  }
  writeFileSync(recordFile, `${JSON.stringify(record, null, 2)}\n`);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
