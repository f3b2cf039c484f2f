import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * A route's loader runs again as usual, but not when only the history's state changes on the same
 * URL, as between the steps of a form: nothing can be new, and going back must not need the network.
 */
export function unlessSameUrl({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href && defaultShouldRevalidate;
}
