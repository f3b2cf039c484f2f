/** `npm start`: installs, builds, and runs the product; each step only when it is due. */
import { join } from 'node:path';
import { becomeServer, install, isBuilt, runNode, settingsFlags } from './setup.js';

install();
if (!isBuilt() && runNode([join('scripts', 'build.js')]).status !== 0) process.exit(1);
becomeServer([...settingsFlags(), join('build', 'server', 'index.js')], {
  ...process.env,
  NODE_ENV: 'production',
});
