/** What a browser says of where a request comes from. */
export type RequestOrigin = {
  origin: string | undefined;
  fetchSite: string | undefined;
  /** The origin that was asked, by the request's own Host. */
  askedOrigin: string;
};

/**
 * Whether a request that is believed for its cookie comes from our own pages (robustness test 29).
 * Ours is PUBLIC_URL, or the very host that was asked: an installation answers under several names.
 * Programs without a browser name no origin.
 */
export function isOwnOrigin(
  publicUrl: string,
  { origin, fetchSite, askedOrigin }: RequestOrigin,
): boolean {
  if (origin !== undefined) return origin === new URL(publicUrl).origin || origin === askedOrigin;
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
}
