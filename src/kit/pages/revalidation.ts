import type { ShouldRevalidateFunctionArgs } from 'react-router';

/**
 * Revalidates a route as usual, except when only the history's state changes on the same URL, as between the steps of
 * a form: the data is the same, and going back must not need the network.
 */
export function unlessSameUrl({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href !== nextUrl.href && defaultShouldRevalidate;
}

/** Like `unlessSameUrl`, but ignores the query, which changes with each keystroke of a search. */
export function unlessSamePath({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}
