import { compareText } from '#kit/values/compare-text.ts';
import type { Timestamp } from '#kit/values/timestamp.ts';

/**
 * Donations, newest first by donatedAt, then by donationId (docs/product.md, Lists and orders).
 * Returns a copy.
 */
export function sortHistory<Entry extends { donatedAt: Timestamp; donationId: string }>(
  history: readonly Entry[],
): Entry[] {
  return [...history].sort(
    (a, b) => compareText(b.donatedAt, a.donatedAt) || compareText(a.donationId, b.donationId),
  );
}

/** Pledges, newest first by pledgedAt, then by id (docs/product.md, Lists and orders). Returns a copy. */
export function sortPledges<Pledge extends { pledgedAt: Timestamp; id: string }>(
  pledges: readonly Pledge[],
): Pledge[] {
  return [...pledges].sort(
    (a, b) => compareText(b.pledgedAt, a.pledgedAt) || compareText(a.id, b.id),
  );
}

/** The `count` newest pledges, newest first. */
export function newest<Pledge extends { pledgedAt: Timestamp; id: string }>(
  pledges: readonly Pledge[],
  count: number,
): Pledge[] {
  return sortPledges(pledges).slice(0, Math.max(0, count));
}

/** The history entry of a donation; an empty object if there is none. */
export function findDonation<Entry extends { donationId: string }>(
  history: readonly Entry[],
  donationId: string,
): Entry | Record<string, never> {
  return history.find((entry) => entry.donationId === donationId) ?? {};
}
