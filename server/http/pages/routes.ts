import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';
import type { App } from '#server/http/app.ts';
import type { FailedStatus } from '#server/http/document-errors.ts';
import { noAdditions, type PageAdditions } from '#server/observing/observing.ts';
import { finish, newNonce, type Rendered } from './finish.ts';
import type { PageCache } from './page-cache.ts';
import type { SearchBudget } from './search-budget.ts';
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
  /** Of searches that are rendered for an address; without one there is no end of them. */
  searches?: SearchBudget;
  /** Whether a request with these cookies previews a site that has not opened. */
  isPreview?: (cookie: string | undefined) => Promise<boolean>;
};

/** The query parameters that a page may depend on; all others are dropped from URL and key. */
const parameters = new Set([
  'keyword',
  'order',
  'isDeductible',
  'prefecture',
  'socialChallengeId',
  'challenge',
  'year',
  'month',
  'sort',
  'page',
  'cursor',
  // The input of the tax calculator, where it is sent without scripts.
  'gift',
  'income',
  'allowances',
  'recipient',
  'local',
  '_routes',
]);

/** The same URL for the same page: allowed parameters only, sorted, empty ones left out. */
export function normalised(requestUrl: string, origin: string): URL {
  // Put together, not resolved: «//elsewhere/» and absolute forms must not leave our origin.
  const url = new URL(origin + (requestUrl.startsWith('/') ? requestUrl : '/'));
  const allowed = [...url.searchParams]
    .filter(([name, value]) => parameters.has(name) && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  url.search = new URLSearchParams(allowed).toString();
  return url;
}

const tooManySearches =
  '続けて検索されたため、少しお待ちいただいています。数秒おいてから、もう一度お試しください。';

const everything = { config: { allow: 'anyone', isPage: true }, schema: { hide: true } } as const;
/** In any spelling: the router has decoded percent signs. */
const isOfApi = (path: string) => /^\/*api(\/|$)/i.test(path);

type PageRequest = FastifyRequest<{ Params: { '*': string } }>;

/** Every page of the site: the catch-all of GET, in a scope of its own. */
export function pageRoutes(
  app: App,
  {
    cache,
    render,
    origin,
    additionsTo = () => noAdditions,
    searches,
    isPreview = async () => false,
  }: PageOptions,
) {
  /** For one browser alone: neither out of the cache nor into any, and counted nowhere. */
  async function sendPreview(request: PageRequest, reply: FastifyReply) {
    if (isOfApi(request.params['*'])) return reply.callNotFound();
    const nonce = newNonce();
    const url = normalised(request.url, origin);
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
    const url = normalised(request.url, origin);
    const key = url.pathname + url.search;
    const isNewSearch = url.searchParams.has('keyword') && cache.get(key) === undefined;
    if (isNewSearch && searches?.take(request.address) === false) {
      const { retryAfterSeconds } = searches;
      throw refuse('TooManyRequests', tooManySearches, { retryAfterSeconds });
    }
    return sendPage(
      request,
      reply,
      await cache.find(key, async () => {
        const nonce = newNonce();
        return finish(await render(url, { nonce }), {
          nonce,
          additions: additionsTo(url.pathname),
        });
      }),
    );
  });
}
