/**
 * `node scripts/run.js [--built | --everything] <script> <arguments…>`: runs a project script under
 * the product's Node, on a machine that may have nothing installed yet. `--everything` is for
 * scripts outside the product, `--built` for those that also need the build.
 */
import { join } from 'node:path';
import { become, fail, install, runNode } from './setup.js';

const args = process.argv.slice(2);
const needsBuild = args[0] === '--built';
const needsEverything = needsBuild || args[0] === '--everything';
if (needsEverything) args.shift();

await install(needsEverything ? 'everything' : 'product');
// Scripts that measure a build run in production mode, as the build does.
if (needsBuild) process.env.NODE_ENV ??= 'production';
if (needsBuild && runNode([join('scripts', 'build.js'), '--if-due']).status !== 0) {
  fail('ビルドが必要です。 / This needs a build.');
}
become(args);
