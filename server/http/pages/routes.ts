import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';
import type { App } from '#server/http/app.ts';
import type { FailedStatus } from '#server/http/document-errors.ts';
import { noAdditions, type PageAdditions } from '#server/observing/observing.ts';
import { finish, newNonce, type Rendered } from './finish.ts';
import type { OwnQuery, ReadsQuery } from './own-query.ts';
import type { PageCache } from './page-cache.ts';
import type { RenderBudget } from './render-budget.ts';
import { sendPage } from './send-page.ts';

/**
 * The nonce marks the scripts that the render itself writes; with `failed` it is that error page, with `isPreview` what
 * operators see of the site before it opens.
 */
export type Rendering = { nonce: string; failed?: FailedStatus; isPreview?: boolean };

/** Renders a URL of the site, without cookies or tokens: a page is the same for everybody. */
export type RenderPage = (url: URL, rendering: Rendering) => Promise<Rendered>;

export type PageOptions = {
  cache: PageCache;
  render: RenderPage;
  origin: string;
  /** What settings add to the page at a path, the same for everybody. */
  additionsTo?: (pathname: string) => PageAdditions;
  /** Query that each page reads; none by default. */
  readsQuery?: ReadsQuery;
  /** Of pages that any visitor can make up, rendered for an address; without one there is no end of them. */
  renders?: RenderBudget;
  /** Whether a request with these cookies previews a site that has not opened. */
  isPreview?: (cookie: string | undefined) => Promise<boolean>;
};

/** Names routes of a page whose data alone is asked for. */
const routesParameter = '_routes';
const isOfData = (pathname: string) => pathname.endsWith('.data');

/**
 * The same URL for the same page: what the page reads alone, sorted, empty values and unknown routes left out. Whatever
 * else stands in a query makes no new page.
 */
export function normalised(requestUrl: string, origin: string, readsQuery: ReadsQuery): URL {
  // Put together, not resolved: «//elsewhere/» and absolute forms must not leave our origin.
  const url = new URL(origin + (requestUrl.startsWith('/') ? requestUrl : '/'));
  if (url.search === '') return url;
  const { names, routeIds } = readsQuery(url.pathname);
  const read = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    // As loaders read it, of two the first.
    if (names.has(name) && value !== '' && !read.has(name)) read.set(name, value);
  }
  const routes = isOfData(url.pathname) ? url.searchParams.get(routesParameter) : null;
  const asked = routes?.split(',').filter((id) => routeIds.has(id)) ?? [];
  if (asked.length > 0) read.set(routesParameter, [...new Set(asked)].toSorted().join(','));
  const sorted = [...read].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  url.search = new URLSearchParams(sorted).toString();
  return url;
}

/** Whether somebody typed what the page shows, so that there is no end of such pages. */
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
  /** For one browser alone: neither out of the cache nor into any, and counted nowhere. */
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
    // A hit for a URL that is normal already is served without parsing it.
    const hit = cache.get(request.url);
    if (hit) return sendPage(request, reply, hit);
    // Programs call these paths: they get the error body, as with other methods, not a page.
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
    // Kept by no cache, and whatever a path says there is no page of it.
    if (page.status === 404 && !hasTypedQuery(url)) renders?.take(request.address);
    return sendPage(request, reply, page);
  });
}
