import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { rendering, services as servicesContext } from '#app/context.ts';
import { forPages } from './http/pages/for-pages.ts';
import type { RenderPage } from './http/pages/routes.ts';
import type { Services } from './services.ts';

// The only file that sees app and server together, so that both stand in one module graph.

const handle = createRequestHandler(
  build as unknown as ServerBuild,
  import.meta.env.PROD ? 'production' : 'development',
);

/** Renders pages with these services in their loaders' context. */
export function createRenderPage(services: Services): RenderPage {
  const forLoaders = forPages(services);
  return (url, rendered) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, forLoaders);
    context.set(rendering, rendered);
    return handle(new Request(url), context);
  };
}

export { openServer } from './open-server.ts';
