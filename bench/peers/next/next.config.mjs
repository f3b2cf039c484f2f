import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Its own lockfile counts, not that of the project around it. */
const root = dirname(fileURLToPath(import.meta.url));

export default { turbopack: { root }, outputFileTracingRoot: root };
