import { type Prefecture, prefectures } from '#kit/values/prefecture.ts';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import type { DirectoryEntry } from './directory.ts';
import type { DirectoryQuery } from './directory-query.ts';

/** Filters as bits, since a search may scan all entries: isSelected() in numbers. */
type Bits = readonly [challenges: number, firstPrefectures: number, otherPrefectures: number];
const isDeductibleBit = 1 << 31;
const firstCount = 32;

export const bitsOfEntry = (entry: DirectoryEntry): Bits => {
  let challenges = entry.isDeductible ? isDeductibleBit : 0;
  for (const id of entry.socialChallenges) challenges |= 1 << socialChallengeIds.indexOf(id);
  return [challenges, ...bitsOfPrefectures(prefecturesOf(entry.locations))];
};

/** An entry matches if it has all of these bits. */
export const bitsOfQuery = (query: Partial<DirectoryQuery>): Bits => {
  let challenges = query.isDeductible ? isDeductibleBit : 0;
  if (query.socialChallengeId)
    challenges |= 1 << socialChallengeIds.indexOf(query.socialChallengeId);
  return [challenges, ...bitsOfPrefectures(query.prefecture ? [query.prefecture] : [])];
};

function bitsOfPrefectures(names: Iterable<Prefecture>): [number, number] {
  let [first, others] = [0, 0];
  for (const name of names) {
    const number = prefectures.indexOf(name);
    if (number < firstCount) first |= 1 << number;
    else others |= 1 << (number - firstCount);
  }
  return [first, others];
}

/** Prefectures have three or four letters. */
const prefectureLengths = [3, 4];
const known: ReadonlySet<string> = new Set(prefectures);

/** Prefectures of an organisation's locations. 東京都府中市 begins with 東京都 and contains 京都府. */
export function prefecturesOf(locations: readonly string[]): ReadonlySet<Prefecture> {
  const starts = locations.flatMap((place) => prefectureLengths.map((to) => place.slice(0, to)));
  return new Set(starts.filter((start) => known.has(start)) as Prefecture[]);
}
