import { isRouteErrorResponse } from 'react-router';

/** What a page's data ended in, in the browser; what fails while rendering is a defect of ours. */
const ofLoading = new WeakSet<object>();

export function noteLoadError(error: unknown): void {
  if (typeof error === 'object' && error !== null) ofLoading.add(error);
}

/**
 * Whether a page did not come because nothing, or something other than our server, answered: no network, or a
 * proxy with a page of its own.
 */
export function isUnreachable(error: unknown): boolean {
  if (!ofLoading.has(error as object)) return false;
  // What React Router's server says in the place of a defect's own message.
  if (!isRouteErrorResponse(error)) return (error as Error).message !== 'Unexpected Server Error';
  return /^\s*</.test(error.data) || (error.status > 500 && error.status !== 503);
}

/**
 * The text of an error response where it is for people. Our loaders speak Japanese; React Router's own refusals
 * are for developers, and what others send is markup.
 */
export const messageOf = (body: unknown): string | undefined =>
  typeof body === 'string' && /^(?!Error:)[^<{]*[ぁ-ヿ]/.test(body) ? body : undefined;
