/**
 * Purchases of second-hand goods from this total on require an identity check (Secondhand Articles
 * Dealer Act).
 */
export const identityCheckFromYen = 10_000;
