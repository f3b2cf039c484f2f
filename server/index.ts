import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What starts the built product. What its code was compiled to is kept beside it, where that may be written to, so that
// the next start need not compile it again: it has to be said before any of it is read.
enableCompileCache(join(import.meta.dirname, 'compiled'));
const { main } = await import('./main.ts');
await main();
