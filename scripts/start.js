/** `npm start`: installs, builds, and runs the product; each step only when it is due. */
import { join } from 'node:path';
import { become, install, isBuilt, markRunning, runNode } from './setup.js';

await install('product');
if (!isBuilt() && runNode([join('scripts', 'build.js'), ...process.argv.slice(2)]).status !== 0)
  process.exit(1);
const env = { ...process.env, NODE_ENV: 'production' };
// A young generation of 34 MB in the place of 134: what is forgotten soon need not be kept for long; and what is kept
// may grow by three fifths in the place of several times before it is collected (docs/speed.md).
const args = ['--max-semi-space-size=16', '--heap-growing-percent=60'];
markRunning(become([...args, join('build', 'server', 'index.js')], env));
