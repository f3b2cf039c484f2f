/** `npm run dev`: installs, generates files that pages need, and serves with hot reload. */
import { join } from 'node:path';
import { become, generate, install } from './setup.js';

await install('everything');
await generate();
become([join('scripts', 'dev.ts')]);
