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
