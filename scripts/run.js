/**
 * `node scripts/run.js [--built | --everything] <script> <arguments…>`: a script of the project under the product's
 * Node, on a machine that may have nothing installed yet. `--everything` is for what is no part of the product,
 * `--built` for what needs the build besides.
 */
import { join } from 'node:path';
import { become, fail, install, runNode } from './setup.js';

const args = process.argv.slice(2);
const needsBuild = args[0] === '--built';
const needsEverything = needsBuild || args[0] === '--everything';
if (needsEverything) args.shift();

await install(needsEverything ? 'everything' : 'product');
// What measures a build runs in production mode, as the build does.
if (needsBuild) process.env.NODE_ENV ??= 'production';
if (needsBuild && runNode([join('scripts', 'build.js'), '--if-due']).status !== 0) {
  fail('ビルドが必要です。 / This needs a build.');
}
become(args);
