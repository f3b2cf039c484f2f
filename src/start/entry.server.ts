import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { forPages } from '#kit/http/pages/for-pages.server.ts';
import { ownQuery } from '#kit/http/pages/own-query.server.ts';
import type { RenderPage } from '#kit/http/pages/routes.server.ts';
import { rendering, services as servicesContext } from '#kit/pages/context.ts';
import type { Pages } from './open-server.server.ts';
import type { Services } from './services.server.ts';

// The only file that imports both app and server, so that they share one module graph.

const whole = build as unknown as ServerBuild;
const handlerOf = (routes: ServerBuild['routes']) =>
  createRequestHandler({ ...whole, routes }, import.meta.env.PROD ? 'production' : 'development');

/** React Router matches a URL against all routes, three times per page; most routes are the operator's. */
const isOperators = (route: ServerBuild['routes'][string] | undefined): boolean =>
  route !== undefined &&
  (route.path === 'admin' || isOperators(whole.routes[route.parentId ?? '']));

const handleAny = handlerOf(whole.routes);
const handlePublic = handlerOf(
  Object.fromEntries(Object.entries(whole.routes).filter(([, route]) => !isOperators(route))),
);
/** In any spelling; percent-encoded paths may be the operator's as well. */
const maybeOperators = /^\/(?:admin(?:[/.]|$)|[^/]*%)/i;

/** Renders pages with these services in their loaders' context. */
function renderWith(services: Services): RenderPage {
  const forLoaders = forPages(services);
  return (url, rendered) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, forLoaders);
    context.set(rendering, rendered);
    const handle = maybeOperators.test(url.pathname) ? handleAny : handlePublic;
    return handle(new Request(url), context);
  };
}

export const sitePages: Pages = { renderWith, readsQuery: ownQuery(whole.routes) };

export { openServer } from './open-server.server.ts';
