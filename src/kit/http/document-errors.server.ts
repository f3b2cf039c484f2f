import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Renders documents: errors before rendering are shown as a page, too. */
    isPage?: boolean;
  }
}

/** Statuses of error pages that do not depend on the URL. */
export type FailedStatus = 400 | 429 | 500 | 503;

/** Sends the error page of a status to a browser. */
export type SendErrorPage = (
  status: FailedStatus,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

const reads = new Set(['GET', 'HEAD']);
const isOfApi = (url: string) => /^\/*api([/?]|$)/i.test(url);
/** Data request of a link on a page: the page's script shows the error itself. */
const isForData = (url: string) => /\.data(\?|$)/.test(url);

/** Whether a browser navigates, not a program calling the API. Takes the raw URL, which may be unparsable. */
export const isFollowed = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  reads.has(method) && !isOfApi(url);

/** Whether a request is for a document whose rendering never started. */
export const isForDocument = (request: FastifyRequest): boolean =>
  Boolean(request.routeOptions.config.isPage) && isFollowed(request) && !isForData(request.url);
