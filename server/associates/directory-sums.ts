import type { Associate } from '#domain/associates/associate.ts';
import { type Prefecture, prefectures } from '#domain/values/prefecture.ts';
import type { Sum } from '#server/sums/kept-sums.ts';
import type { AllCounts, AllFacts } from './directory.ts';

/** What was given to organisations, by challenge (an organisation's first) and by type. */
export type DonationSums = Record<'byChallenge' | 'byClassification', ReadonlyMap<string, Sum>>;

/** Adds up the donations, whether an organisation is still listed or not. */
export function addUpDonations(facts: AllFacts, counts: AllCounts): DonationSums {
  const byChallenge = new Map<string, Sum>();
  const byClassification = new Map<string, Sum>();
  const add = (sums: Map<string, Sum>, key: string, { count, amount }: Sum) => {
    const sum = sums.get(key);
    if (!sum) sums.set(key, { count, amount });
    else {
      sum.count += count;
      sum.amount += amount;
    }
  };
  for (const [id, sum] of counts.byId) {
    const organisation = facts.byId.get(id)?.entry;
    // Written since the facts were read: it comes with them, which are read again.
    if (!organisation) continue;
    add(byChallenge, organisation.socialChallenges[0] ?? 'others', sum);
    add(byClassification, organisation.classification, sum);
  }
  return { byChallenge, byClassification };
}

/** The prefectures are three letters long, or four. */
const prefectureLengths = [3, 4];

/** How many organisations work in each prefecture; those in several count in each. */
export function countByPrefecture(
  associates: Iterable<Pick<Associate, 'locations'>>,
): ReadonlyMap<Prefecture, number> {
  const known: ReadonlySet<string> = new Set(prefectures);
  const counts = new Map<Prefecture, number>();
  for (const { locations } of associates) {
    const starts = locations.flatMap((place) => prefectureLengths.map((to) => place.slice(0, to)));
    for (const name of new Set(starts.filter((start) => known.has(start)) as Prefecture[])) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}
