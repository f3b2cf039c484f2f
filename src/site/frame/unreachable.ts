import { isRouteErrorResponse } from 'react-router';

/** Errors thrown while loading a page's data in the browser; errors of rendering are bugs. */
const ofLoading = new WeakSet<object>();

export function noteLoadError(error: unknown): void {
  if (typeof error === 'object' && error !== null) ofLoading.add(error);
}

/** Whether a page failed to load because the network is down, or a proxy answered with a page of its own. */
export function isUnreachable(error: unknown): boolean {
  if (!ofLoading.has(error as object)) return false;
  // React Router's server sends this text in place of a bug's own message.
  if (!isRouteErrorResponse(error)) return (error as Error).message !== 'Unexpected Server Error';
  return /^\s*</.test(error.data) || (error.status > 500 && error.status !== 503);
}

/**
 * The text of an error response if it is meant for visitors. Our loaders write Japanese; React Router's own texts are
 * for developers, and proxies send markup.
 */
export const messageOf = (body: unknown): string | undefined =>
  typeof body === 'string' && /^(?!Error:)[^<{]*[ぁ-ヿ]/.test(body) ? body : undefined;
