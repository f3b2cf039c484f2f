import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Uses its own lockfile, not that of the surrounding project. */
const root = dirname(fileURLToPath(import.meta.url));

export default { turbopack: { root }, outputFileTracingRoot: root };
