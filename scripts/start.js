/** `npm start`: installs, builds, and runs the product; each step only when it is due. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { becomeServer, install, isBuilt, root, runNode } from './setup.js';

const environmentFile = join(root, '.env');
if (existsSync(environmentFile)) process.loadEnvFile?.(environmentFile);

install();
if (!isBuilt() && runNode([join('scripts', 'build.js')]).status !== 0) process.exit(1);
becomeServer([join('build', 'server', 'index.js')], { ...process.env, NODE_ENV: 'production' });
