/**
 * Copies the packages that the product needs when it runs, without those that only build it and without what of a
 * package no program reads. Usage: node ops/image/packages.js BUILT FOLDER
 */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { neededPackages } from '../../scripts/packages/locked-packages.js';

const [built, to] = process.argv.slice(2);
if (!built || !to) throw new Error('usage: node ops/image/packages.js BUILT FOLDER');

/** Read by the build alone, which puts what it makes of them into `build/`. */
const buildOnly = [
  '@fontsource/zen-maru-gothic',
  '@react-router/dev',
  '@tailwindcss/vite',
  'jquery-jpostal-ja',
  'subset-font',
  'tailwindcss',
  'vite',
];
/** Files of packages that no program of ours reads. */
const unread = [
  // Weights of the font that no paper is set in.
  /noto-sans-jp\/(?!400Regular|700Bold)\d{3}\w+$/,
  // What compiles extensions of Node and PostgreSQL.
  /\/(?:node-linux-\w+\/(?:include|share)|native\/(?:include|lib\/pgxs))$|\.a$/,
  // Sources, types, maps and texts for people.
  /\.(?:[cm]?ts|tsbuildinfo|map|md|markdown|flow)$/,
  // Forms for browsers and for development, and what packages test themselves with.
  /\/pdfkit\/(?:\.yarn|js\/pdfkit\.(?:standalone|browser|old)\S*)$|\/bintrees\/test$/,
  /\/react(?:-dom)?\/cjs\/.*\.development\.js$/,
];

const { packages } = JSON.parse(readFileSync(join(built, 'package-lock.json'), 'utf8'));
const { dependencies } = packages[''];
for (const name of buildOnly) {
  if (!dependencies[name]) throw new Error(`${name} is no dependency any more`);
  delete dependencies[name];
}
for (const path of neededPackages(packages)) {
  // Optional packages of other platforms are not there.
  if (path === '' || !existsSync(join(built, path))) continue;
  cpSync(join(built, path), join(to, path), {
    recursive: true,
    verbatimSymlinks: true,
    // Packages within are named by the lockfile as well.
    filter: (file) =>
      !unread.some((files) => files.test(file)) &&
      (file === join(built, path) || basename(file) !== 'node_modules'),
  });
}
