import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createVite, isRunnableDevEnvironment } from 'vite';

// `npm run dev`: Vite serves the browser's modules with hot reload, our own server everything else;
// the server is restarted at the first request after one of its files changed.

type Entry = typeof import('#start/entry.server.ts');
type Opened = Awaited<ReturnType<Entry['openServer']>>;

process.env.NODE_ENV = 'development';
const http = createServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server: http } },
  appType: 'custom',
});
const environment = vite.environments.ssr;
if (!isRunnableDevEnvironment(environment))
  throw new Error('Vite has no runnable ssr environment.');
const { runner } = environment;
const { readEnv } = await runner.import<typeof import('#start/env.server.ts')>(
  '/src/start/env.server.ts',
);
const { announce } = await runner.import<typeof import('#start/announce.server.ts')>(
  '/src/start/announce.server.ts',
);
const env = readEnv();

let entry: Entry | undefined;
let opened: Promise<Opened> | undefined;

async function open(next: Entry, previous: Promise<Opened> | undefined): Promise<Opened> {
  await (await previous?.catch(() => undefined))?.close();
  const server = await next.openServer(env, next.sitePages);
  server.work();
  return server;
}

async function current(): Promise<Opened> {
  const next = await runner.import<Entry>('/src/start/entry.server.ts');
  if (next !== entry || opened === undefined) {
    entry = next;
    opened = open(next, opened);
  }
  return opened;
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  try {
    (await current()).app.routing(request, response);
  } catch (error) {
    vite.ssrFixStacktrace(error as Error);
    console.error(error);
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
  }
}

http.on('request', (request, response) => {
  vite.middlewares(request, response, () => void answer(request, response));
});
process.once('SIGINT', () => stop(0));
process.once('SIGTERM', () => stop(0));
// Started by scripts/start-dev.js: when that process ends, nothing else would stop this one.
process.once('disconnect', () => stop(0));

http.once('error', fail);
const { sampleSignIns, setupUrl } = await current().catch(fail);
http.listen(env.PORT, env.HOST, () =>
  announce(`http://localhost:${env.PORT}`, sampleSignIns, setupUrl),
);

/** Ends an impossible start with one line; later errors are shown and wait for the next edit. */
async function fail(error: unknown): Promise<never> {
  console.error(error instanceof Error ? error.message : error);
  return stop(1);
}

async function stop(code: number): Promise<never> {
  http.close();
  await (await opened?.catch(() => undefined))?.close();
  await vite.close();
  return process.exit(code);
}
