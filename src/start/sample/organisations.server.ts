import { jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import type {
  associateActivities,
  associateAgreements,
  associateChallenges,
  associates,
  associateThanks,
  associateVisions,
} from '#organisations/associates/associate-tables.server.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { Focus, FocusBank, Story } from './foci/focus.server.ts';
import { focusBanks } from './foci/focus-banks.server.ts';
import { type SampleTerms, termsAt } from './money/sample-terms.server.ts';
import { fullName, prefectureOf } from './people.server.ts';
import { type Random, randomOf } from './random.server.ts';
import {
  closings,
  commonNews,
  commonThanks,
  natureWords,
  places,
  promises,
} from './words/organisation-words.server.ts';

const dayMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
/** The first organisations are listed before the first boxes arrive. */
const opening = startOfJstDay('2017-09-01').getTime();

/** Marks the agreement as sample data, as サンプル does in names. */
const sampleAgreementNote = '見本の契約です。手数料や送金の条件は、実際のものではありません。';

/** The fields of an invented organisation that the rest of the sample needs. */
export type SampleOrganisation = {
  id: string;
  name: string;
  focus: Focus;
  prefecture: string;
  challenges: SocialChallengeId[];
  createdAt: Date;
  /** Its index among all. */
  place: number;
  terms: SampleTerms;
  /** Publication times of its thanks, in order: donors get the ones after their gift. */
  thankedAt: number[];
};

/** Round-robin over the challenges, so that any number of organisations is a fair mix. */
const places72 = (Object.entries(focusBanks) as [SocialChallengeId, FocusBank][])
  .flatMap(([challenge, bank], order) =>
    bank.foci.map((focus, index) => ({ challenge, bank, focus, index, order })),
  )
  .sort((a, b) => a.index - b.index || a.order - b.order);

/** Invents `count` organisations in their state at `now`. Their ids do not depend on the seed. */
export function inventOrganisations(seed: number, count: number, now: Date): SampleOrganisation[] {
  const random = randomOf(seed, 'organisations');
  const words = random.shuffled(natureWords);
  const sizes = random.shuffled(
    Array.from({ length: count }, (_, index) => challengeCount(index, count)),
  );
  return Array.from({ length: count }, (_, index) => {
    const { challenge, bank, focus, index: place } = placeOf(index);
    const round = Math.floor(index / places72.length);
    const suffix = round === 0 ? '' : `-${round + 1}`;
    const branch = index < words.length ? '' : `第${Math.floor(index / words.length) + 1}支部`;
    const others = random.shuffled(bank.also).slice(0, (sizes[index] ?? 1) - 1);
    const id = `sample-${challenge}-${place + 1}${suffix}`;
    const createdAt = listedAt(random, index, count, now);
    const ofThanks = randomOf(seed, `${id} thanks`);
    return {
      id,
      name: `${words[index % words.length]} ${focus.theme}${branch}（サンプル）`,
      focus,
      prefecture: prefectureOf(random),
      challenges: [challenge, ...others],
      createdAt,
      place: index,
      terms: termsAt(index),
      thankedAt: articleDates(ofThanks, ofThanks.int(2, 5), createdAt, now),
    };
  });
}

const placeOf = (index: number) => places72[index % places72.length] as (typeof places72)[number];

/** One, two or three challenges at 50, 35 and 15 %. */
function challengeCount(index: number, count: number): number {
  if (index < Math.round(count * 0.5)) return 1;
  return index < Math.round(count * 0.85) ? 2 : 3;
}

/** Four in ten from the start, the others later, the last one a few days ago. */
function listedAt(random: Random, index: number, count: number, now: Date): Date {
  const lastDay = Math.floor((now.getTime() - opening) / dayMs) - 4;
  const day =
    random.chance(0.4) || index < 9 ? random.int(0, 40) : random.int(41, Math.max(41, lastDay));
  const isNewest = index === count - 1 && count > 9;
  return new Date(
    opening + (isNewest ? lastDay : day) * dayMs + random.int(9 * 60, 18 * 60) * 60_000,
  );
}

/** Rows of one organisation; its texts depend on its name and index. */
export function organisationRows(
  seed: number,
  organisation: SampleOrganisation,
  index: number,
  now: Date,
) {
  const { id, name, focus, prefecture, challenges, createdAt } = organisation;
  const random = randomOf(seed, id);
  const { bank } = placeOf(index);
  const foundedYear = random.int(1968, createdAt.getUTCFullYear() - 1);
  const fill = (text: string) =>
    text
      .replaceAll('{place}', random.pick(places))
      .replaceAll('{n}', String(random.int(12, 88)))
      .replaceAll('{year}', String(foundedYear));
  const paragraphs = (...parts: string[]) => parts.map(fill).join('\n\n');
  const locations = [`${prefecture}みほん市`];
  if (random.chance(0.2)) locations.push(`${prefectureOf(random)}みほん市`);
  const nature = name.split(' ')[0] ?? '';
  const articles = (kind: string, stories: readonly Story[], dates: readonly number[]) => {
    const newestFirst = [...dates].reverse();
    return stories.slice(0, dates.length).map(([title, body], place) => ({
      id: `${id}-${kind}${place + 1}`,
      associateId: id,
      title: fill(title),
      body: fill(body),
      publishedAt: new Date(newestFirst[place] ?? createdAt),
    }));
  };
  // Neighbours of one challenge start at different places of its bank.
  const rotated = <Item>(list: readonly Item[]) => {
    const from = index % list.length;
    return [...list.slice(from), ...list.slice(0, from)];
  };
  const news = [...focus.news, ...interleave(rotated(bank.news), rotated(commonNews))];
  const thanks = [focus.thanks, ...interleave(rotated(bank.thanks), rotated(commonThanks))];

  const associate: typeof associates.$inferInsert = {
    id,
    name,
    nameKana: `${nature}${focus.kana}`,
    summary: focus.summary,
    description: paragraphs(focus.origin, focus.work, closings[index % closings.length] ?? ''),
    classification: focus.classification,
    locations,
    address: `${prefecture}みほん市見本町0-0-0`,
    representative: fullName(random),
    websiteUrl: `https://${id}.example/`,
    foundedYear,
    isSample: true,
    createdAt,
  };
  const agreement: typeof associateAgreements.$inferInsert = {
    id: `${id}-agreement`,
    associateId: id,
    startsOn: jstDay(createdAt),
    ...organisation.terms,
    note: sampleAgreementNote,
    createdBy: 'system',
    createdAt,
  };
  const vision: typeof associateVisions.$inferInsert = {
    associateId: id,
    title: focus.vision,
    body: paragraphs(focus.dream, promises[index % promises.length] ?? ''),
    goal: focus.goal,
    useOfDonations: focus.use,
    updatedAt: new Date(articlesSince(createdAt, now)),
  };
  const challengeRows: (typeof associateChallenges.$inferInsert)[] = challenges.map(
    (socialChallengeId, position) => ({ associateId: id, socialChallengeId, position }),
  );
  const activityRows: (typeof associateActivities.$inferInsert)[] = articles(
    'a',
    news,
    articleDates(random, random.int(2, Math.min(6, news.length)), createdAt, now),
  );
  const thanksRows: (typeof associateThanks.$inferInsert)[] = articles(
    't',
    thanks,
    organisation.thankedAt,
  );
  return { associate, agreement, vision, challengeRows, activityRows, thanksRows };
}

/** Organisations write news from their listing on, at most for the latest year and a half. */
const articlesSince = (createdAt: Date, now: Date) =>
  Math.max(createdAt.getTime(), now.getTime() - 540 * dayMs);

/** Publication times of `count` articles, in order. */
function articleDates(random: Random, count: number, createdAt: Date, now: Date): number[] {
  const since = articlesSince(createdAt, now);
  return Array.from(
    { length: count },
    () => since + random.next() * (now.getTime() - since - hourMs),
  )
    .map((time) => Math.ceil(time / 60_000) * 60_000)
    .sort((a, b) => a - b);
}

/** Alternates between both lists. */
function interleave<Item>(one: readonly Item[], other: readonly Item[]): Item[] {
  return one.flatMap((item, index) => {
    const second = other[index];
    return second === undefined ? [item] : [item, second];
  });
}
