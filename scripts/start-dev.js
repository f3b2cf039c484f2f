/** `npm run dev`: installs, makes what the pages need beside the sources, and serves with hot reload. */
import { join } from 'node:path';
import { generate, install, runNode, settingsFlags } from './setup.js';

install();
generate();
// A Ctrl-C in the terminal reaches the server by itself; this waits for its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.exitCode = runNode([...settingsFlags(), join('scripts', 'dev.ts')]).status ?? 1;
