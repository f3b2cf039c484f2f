/** `npm start`: installs, builds, and runs the product, skipping up-to-date steps. */
import { join } from 'node:path';
import { become, install, isBuilt, markRunning, runNode } from './setup.js';

await install('product');
if (!isBuilt() && runNode([join('scripts', 'build.js'), ...process.argv.slice(2)]).status !== 0)
  process.exit(1);
const env = { ...process.env, NODE_ENV: 'production' };
// A young generation of 34 MB instead of 134, since short-lived objects need no more; and the old
// one may grow by three fifths instead of several times before it is collected (docs/speed.md).
const args = ['--max-semi-space-size=16', '--heap-growing-percent=60'];
markRunning(become([...args, join('build', 'server', 'index.js')], env));
