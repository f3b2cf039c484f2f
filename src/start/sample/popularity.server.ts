import { startOfJstMonth } from '#kit/values/timestamp.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { focusBanks } from './foci/focus-banks.server.ts';
import type { SampleOrganisation } from './organisations.server.ts';
import { type Random, randomOf, weightedDraw } from './random.server.ts';

/** An organisation is chosen only once listed; a month's boxes may start this long before it. */
const maxLeadMs = 36 * 24 * 60 * 60 * 1000;
const zipfExponent = 1.1;
const flood = { month: '2018-07', times: 6 };

/** Chooses an organisation; undefined while none is listed. */
export type Choose = (random: Random) => SampleOrganisation | undefined;

const isOfDisaster = ({ challenges }: SampleOrganisation) => challenges.includes('disaster');

/** Gifts per organisation follow Zipf's law, and are six times as frequent in the flood of July 2018. */
export function popularityOf(seed: number, organisations: readonly SampleOrganisation[]) {
  const random = randomOf(seed, 'popularity');
  // The first organisation, whose staff can sign in, gets the most gifts.
  const order = [0, ...random.shuffled(organisations.map((_, index) => index).slice(1))];
  const weights = Array<number>(organisations.length).fill(0);
  for (const [rank, index] of order.entries()) weights[index] = (rank + 1) ** -zipfExponent;

  const weightsIn = (month: string, floodTimes: number) => {
    const before = startOfJstMonth(month).getTime() - maxLeadMs;
    return organisations.map((organisation, index) => {
      if (organisation.createdAt.getTime() > before) return 0;
      const times = month === flood.month && isOfDisaster(organisation) ? floodTimes : 1;
      return (weights[index] ?? 0) * times;
    });
  };

  return {
    /** Chooses among organisations listed in time for a month. */
    chooserOf(month: string): Choose {
      const found = weightsIn(month, flood.times);
      if (!found.some((weight) => weight > 0)) return () => undefined;
      const draw = weightedDraw(found);
      return (stream) => organisations[draw(stream)];
    },

    /** Factor of a month's gifts because of the flood. */
    liftOf(month: string): number {
      if (month !== flood.month) return 1;
      const plain = sum(weightsIn(month, 1));
      return plain > 0 ? sum(weightsIn(month, flood.times)) / plain : 1;
    },
  };
}

const funds = Object.keys(focusBanks) as SocialChallengeId[];
const drawFund = weightedDraw(funds.map((id) => focusBanks[id].foci.length));

/** A fund, weighted by its challenge's number of organisations. */
export const chooseFund = (random: Random): SocialChallengeId =>
  funds[drawFund(random)] ?? 'others';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
