import type { Donation } from '#giving/donations/donation.ts';
import type { Pledge } from '#giving/pledges/pledge.ts';
import { matchesKeyword } from '#organisations/associates/search-words.ts';

export const givingOrders = ['newest', 'oldest', 'most'] as const;
export type GivingOrder = (typeof givingOrders)[number];
export const givingOrderLabels: Record<GivingOrder, string> = {
  newest: '新しい順',
  oldest: '古い順',
  most: '寄付の多い順',
};

/** The query on the donor's own lists. */
export type GivingQuery = { keyword: string; order: GivingOrder };

/** Reads the query of a URL; an unknown order means newest first. */
export function givingQuery(search: URLSearchParams): GivingQuery {
  const order = givingOrders.find((known) => known === search.get('sort')) ?? 'newest';
  return { keyword: search.get('keyword') ?? '', order };
}

/** An organisation or fund that the donor gave to; amounts in yen. */
export type Supported = {
  id: string;
  path: string;
  name: string;
  donationCount: number;
  sumYen: number;
  lastDonatedAt: string;
};

/** The recipients of the donations, each once, filtered and sorted by the query. */
export function supportedOf(donations: readonly Donation[], query: GivingQuery): Supported[] {
  const byTarget = Map.groupBy(donations, (one) => one.associateId || one.socialChallengeId);
  const supported = [...byTarget].flatMap(([id, given]) => {
    const [first] = given;
    if (!first) return [];
    const { associateId, socialChallengeId, associateName } = first;
    return {
      id,
      path: associateId
        ? `/associate/${associateId}`
        : `/search/social-challenge/${socialChallengeId}`,
      name: associateName,
      donationCount: given.length,
      sumYen: given.reduce((sum, { amount }) => sum + amount, 0),
      lastDonatedAt:
        given
          .map(({ donatedAt }) => donatedAt)
          .sort()
          .at(-1) ?? '',
    };
  });
  return supported
    .filter(({ name }) => matchesKeyword(name, query.keyword))
    .sort(
      comparatorFor(query.order, (one) => ({ id: one.id, at: one.lastDonatedAt, yen: one.sumYen })),
    );
}

/** The donor's pledges, filtered and sorted by the query; amounts are those of their donations. */
export function pledgesOf(
  pledges: readonly Pledge[],
  donations: readonly Donation[],
  query: GivingQuery,
): Pledge[] {
  const yenOf = new Map(donations.map(({ appraisalId, amount }) => [appraisalId, amount]));
  const searchText = ({ text, donation, items }: Pledge) =>
    [text, donation.associateName, ...items.map(({ name }) => name)].join('\n');
  return pledges
    .filter((pledge) => matchesKeyword(searchText(pledge), query.keyword))
    .sort(
      comparatorFor(query.order, ({ id, pledgedAt: at, appraisalId }) => ({
        id,
        at,
        yen: yenOf.get(appraisalId) ?? 0,
      })),
    );
}

/** Compares by the requested order, then newest first, then by id, for a stable order. */
function comparatorFor<Item>(
  order: GivingOrder,
  keysOf: (item: Item) => { id: string; at: string; yen: number },
) {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return (one: Item, other: Item): number => {
    const [a, b] = [keysOf(one), keysOf(other)];
    const byYen = order === 'most' ? b.yen - a.yen : 0;
    const byTime = order === 'oldest' ? compare(a.at, b.at) : compare(b.at, a.at);
    return byYen || byTime || compare(a.id, b.id);
  };
}
