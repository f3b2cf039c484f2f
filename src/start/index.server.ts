import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Starts the built product. Caches compiled code beside it if the folder is writable, to speed up the next start;
// enabled before any other import.
enableCompileCache(join(import.meta.dirname, 'compiled'));
const { main } = await import('./main.server.ts');
await main();
