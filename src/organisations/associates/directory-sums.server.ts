import type { Prefecture } from '#kit/values/prefecture.ts';
import type { AgreementsInForce } from '#money/ledger/cost-claims.ts';
import type { Terms } from '#money/ledger/fees.ts';
import type { Sum } from '#money/sums/kept-sums.server.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { Associate } from './associate.ts';
import { prefecturesOf } from './selection-bits.ts';

/** Donations to organisations, by challenge (an organisation's first) and by type. */
export type DonationSums = Record<'byChallenge' | 'byClassification', ReadonlyMap<string, Sum>>;

/** An organisation's contribution to the sums; listed while it takes gifts. */
type Contribution = {
  associate:
    | Pick<Associate, 'socialChallenges' | 'classification' | 'locations' | 'terms'>
    | undefined;
  isListed: boolean;
  sum: Sum;
};

/** Sums over all organisations, updated as each one changes. */
export function directorySums() {
  const byChallenge = new Map<string, Sum>();
  const byClassification = new Map<string, Sum>();
  const listedByChallenge = new Map<SocialChallengeId, number>();
  const listedByPrefecture = new Map<Prefecture, number>();
  const listedByTerms = new Map<string, number>();

  function move({ associate, isListed, sum }: Contribution, by: 1 | -1): void {
    // A deleted organisation's donations are not counted: its challenge and type are unknown.
    if (!associate) return;
    addSum(byChallenge, associate.socialChallenges[0] ?? 'others', sum, by);
    addSum(byClassification, associate.classification, sum, by);
    if (!isListed) return;
    for (const challenge of associate.socialChallenges) addOne(listedByChallenge, challenge, by);
    for (const name of prefecturesOf(associate.locations)) addOne(listedByPrefecture, name, by);
    addOne(listedByTerms, termsKey(associate.terms), by);
  }

  const copied = (sums: ReadonlyMap<string, Sum>) =>
    new Map([...sums].map(([key, sum]) => [key, { ...sum }]));

  return {
    /** Adds an organisation in its current state. */
    add: (now: Contribution): void => move(now, 1),

    /** Subtracts an organisation in the state in which it was added. */
    remove: (before: Contribution): void => move(before, -1),

    /** Donations, including those to unlisted organisations. */
    donations: (): DonationSums => ({
      byChallenge: copied(byChallenge),
      byClassification: copied(byClassification),
    }),

    /** Number of listed organisations for each challenge that has any. */
    countByChallenge: (): ReadonlyMap<SocialChallengeId, number> => new Map(listedByChallenge),

    /** Number of organisations per prefecture; those in several count in each. */
    countByPrefecture: (): ReadonlyMap<Prefecture, number> => new Map(listedByPrefecture),

    /** Agreements in force today with listed organisations. */
    agreements: (): AgreementsInForce =>
      [...listedByTerms].map(([key, count]) => ({ ...readTermsKey(key), count })),
  };
}

const termsKey = ({ feeBasisPoints, handlingYen }: Terms): string =>
  `${feeBasisPoints} ${handlingYen}`;

function readTermsKey(key: string): Terms {
  const [feeBasisPoints = 0, handlingYen = 0] = key.split(' ').map(Number);
  return { feeBasisPoints, handlingYen };
}

function addOne<Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** Drops the key when no donations are left. */
function addSum(sums: Map<string, Sum>, key: string, { count, amount }: Sum, by: 1 | -1): void {
  const before = sums.get(key) ?? { count: 0, amount: 0 };
  const now = { count: before.count + by * count, amount: before.amount + by * amount };
  if (now.count === 0 && now.amount === 0) sums.delete(key);
  else sums.set(key, now);
}
