import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import type { FailedStatus } from '#kit/http/document-errors.server.ts';
import { noAdditions, type PageAdditions } from '#kit/observing/observing.server.ts';
import { finish, newNonce, type Rendered } from './finish.server.ts';
import type { OwnQuery, ReadsQuery } from './own-query.server.ts';
import type { PageCache } from './page-cache.server.ts';
import type { RenderBudget } from './render-budget.server.ts';
import { sendPage } from './send-page.server.ts';

/**
 * The nonce marks the render's own scripts; `failed` asks for that error page, `isPreview` for the operators' preview
 * of an unopened site.
 */
export type Rendering = { nonce: string; failed?: FailedStatus; isPreview?: boolean };

/** Renders a URL of the site, without cookies or tokens: a page is the same for everyone. */
export type RenderPage = (url: URL, rendering: Rendering) => Promise<Rendered>;

export type PageOptions = {
  cache: PageCache;
  render: RenderPage;
  origin: string;
  /** Tags and sources that settings add to the page at a path, the same for everyone. */
  additionsTo?: (pathname: string) => PageAdditions;
  /** Query that each page reads; none by default. */
  readsQuery?: ReadsQuery;
  /** Budget of renders per address; unlimited by default. */
  renders?: RenderBudget;
  /** Whether a request with these cookies previews an unopened site. */
  isPreview?: (cookie: string | undefined) => Promise<boolean>;
};

/** Selects routes of a page in a data request. */
const routesParameter = '_routes';
const isOfData = (pathname: string) => pathname.endsWith('.data');

/**
 * Canonical URL of a page: only parameters that it reads, sorted, without empty values and unknown routes. Other
 * parameters make no new page.
 */
export function normalised(requestUrl: string, origin: string, readsQuery: ReadsQuery): URL {
  // Concatenated, not resolved: «//elsewhere/» and absolute forms must not leave our origin.
  const url = new URL(origin + (requestUrl.startsWith('/') ? requestUrl : '/'));
  if (url.search === '') return url;
  const { names, routeIds } = readsQuery(url.pathname);
  const read = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    // The first of duplicates, as loaders read it.
    if (names.has(name) && value !== '' && !read.has(name)) read.set(name, value);
  }
  const routes = isOfData(url.pathname) ? url.searchParams.get(routesParameter) : null;
  const asked = routes?.split(',').filter((id) => routeIds.has(id)) ?? [];
  if (asked.length > 0) read.set(routesParameter, [...new Set(asked)].toSorted().join(','));
  const sorted = [...read].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  url.search = new URLSearchParams(sorted).toString();
  return url;
}

/** Whether the URL has free parameters, of which there is an unlimited number. */
const hasTypedQuery = ({ searchParams }: URL) =>
  [...searchParams.keys()].some((name) => name !== routesParameter);

const tooManyMessage =
  '続けてページを開かれたため、少しお待ちいただいています。数秒おいてから、もう一度お試しください。';

const everything = { config: { allow: 'anyone', isPage: true }, schema: { hide: true } } as const;
/** In any spelling: the router has decoded percent signs. */
const isOfApi = (path: string) => /^\/*api(\/|$)/i.test(path);

const readsNothing = (): OwnQuery => ({ names: new Set(), routeIds: new Set() });

type PageRequest = FastifyRequest<{ Params: { '*': string } }>;

/** Every page of the site: the catch-all of GET, in a scope of its own. */
export function pageRoutes(
  app: App,
  {
    cache,
    render,
    origin,
    additionsTo = () => noAdditions,
    readsQuery = readsNothing,
    renders,
    isPreview = async () => false,
  }: PageOptions,
) {
  /** For a single browser: bypasses cache and budget. */
  async function sendPreview(request: PageRequest, reply: FastifyReply) {
    if (isOfApi(request.params['*'])) return reply.callNotFound();
    const nonce = newNonce();
    const url = normalised(request.url, origin, readsQuery);
    const page = await finish(await render(url, { nonce, isPreview: true }), { nonce });
    page.headers['cache-control'] = 'no-store';
    return sendPage(request, reply, page);
  }

  app.get<{ Params: { '*': string } }>('/*', everything, async (request, reply) => {
    if (await isPreview(request.headers.cookie)) return sendPreview(request, reply);
    // Serves a hit for an already canonical URL without parsing it.
    const hit = cache.get(request.url);
    if (hit) return sendPage(request, reply, hit);
    // Programs call these paths: they get the error body, not a page, as with other methods.
    if (isOfApi(request.params['*'])) return reply.callNotFound();
    const url = normalised(request.url, origin, readsQuery);
    const key = url.pathname + url.search;
    if (renders && cache.get(key) === undefined) {
      const { address } = request;
      const isAllowed = hasTypedQuery(url) ? renders.take(address) : renders.isLeft(address);
      const { retryAfterSeconds } = renders;
      if (!isAllowed) throw refuse('TooManyRequests', tooManyMessage, { retryAfterSeconds });
    }
    const page = await cache.find(key, async () => {
      const nonce = newNonce();
      return finish(await render(url, { nonce }), { nonce, additions: additionsTo(url.pathname) });
    });
    // Not cached, and any path without a page causes a render.
    if (page.status === 404 && !hasTypedQuery(url)) renders?.take(request.address);
    return sendPage(request, reply, page);
  });
}
