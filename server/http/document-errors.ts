import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Renders documents: what fails before one is rendered is told by a page, too. */
    isPage?: boolean;
  }
}

/** The statuses of error pages that are the same at every address. */
export type FailedStatus = 400 | 429 | 500 | 503;

/** Sends the error page of a status to a browser. */
export type SendErrorPage = (
  status: FailedStatus,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

const reads = new Set(['GET', 'HEAD']);
const isOfApi = (url: string) => /^\/*api([/?]|$)/i.test(url);
/** What a link on a page asks for: the page's script shows the error itself. */
const isForData = (url: string) => /\.data(\?|$)/.test(url);

/** Whether somebody followed a link, and no program asks. By the address as it was sent: it may be unreadable. */
export const isFollowed = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  reads.has(method) && !isOfApi(url);

/** Whether a request is for a document that could not even be begun. */
export const isForDocument = (request: FastifyRequest): boolean =>
  Boolean(request.routeOptions.config.isPage) && isFollowed(request) && !isForData(request.url);
