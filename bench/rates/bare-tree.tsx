import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as build from 'virtual:react-router/server-build';
import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import { ownQuery } from '#kit/http/pages/own-query.server.ts';
import { services as servicesContext } from '#kit/pages/context.ts';
import { lazyPartsLoaded } from '#kit/pages/lazy-part.tsx';
import { pageManifest } from '#site/frame/page-manifest.ts';
import { readEnv } from '#start/env.server.ts';
import { openServer } from '#start/open-server.server.ts';

// A process that renders one page repeatedly with only React, using the product's tree and data,
// read once: the upper bound for rendering this page. Built separately with BENCH=1
// (vite.config.ts).

const [, , path = '/'] = process.argv;
const url = `http://localhost${path}`;

let context: EntryContext | undefined;
const captured = {
  ...build,
  entry: {
    ...build.entry,
    module: {
      ...build.entry.module,
      default: async (
        _request: Request,
        _status: number,
        _headers: Headers,
        given: EntryContext,
      ) => {
        context = given;
        return new Response();
      },
    },
  },
} as unknown as ServerBuild;

const server = await openServer(readEnv(), {
  renderWith: (services) => async () => {
    const handle = createRequestHandler(captured, 'production');
    const provider = new RouterContextProvider();
    provider.set(servicesContext, services);
    return handle(new Request(url), provider);
  },
  readsQuery: ownQuery(build.routes as Parameters<typeof ownQuery>[0]),
});
await server.app.inject({ url: path });
await lazyPartsLoaded();
await server.close();
if (!context) throw new Error(`${path} was not rendered`);

const page: EntryContext = {
  ...context,
  manifest: pageManifest(context),
  serverHandoffStream: undefined,
};
const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  const html = renderToString(<ServerRouter context={page} url={url} nonce="bench" />);
  response.end(`<!DOCTYPE html>${html}`);
});
bare.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(bare.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
