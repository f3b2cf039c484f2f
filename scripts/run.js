/**
 * `node scripts/run.js [--built] <script> <arguments…>`: a script of the project under the product's
 * Node, on a machine that may have nothing installed yet; `--built` for what needs the build.
 */
import { join } from 'node:path';
import { become, fail, install, runNode } from './setup.js';

const args = process.argv.slice(2);
const needsBuild = args[0] === '--built';
if (needsBuild) args.shift();

install();
// What measures a build runs in production mode, as the build does.
if (needsBuild) process.env.NODE_ENV ??= 'production';
if (needsBuild && runNode([join('scripts', 'build.js'), '--if-due']).status !== 0) {
  fail('ビルドが必要です。 / This needs a build.');
}
become(args);
