import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * Runs a route's loader again as usual, but not when only the history's state changes on the same
 * URL, as between the steps of a form: there is nothing new, and going back must not need the
 * network.
 */
export function unlessSameUrl({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href && defaultShouldRevalidate;
}

/** The same for what no query changes: each keystroke of a search is another one. */
export function unlessSamePath({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}
