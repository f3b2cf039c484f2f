import {
  type ApplicationState,
  needsIdentityCheck,
} from '#giving/applications/application-state.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { sampleMonths, uploadBefore } from './calendar.server.ts';
import type { SampleOrganisation } from './organisations.server.ts';
import { chooseFund, type popularityOf } from './popularity.server.ts';
import { type Random, randomOf, weightedDraw } from './random.server.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** A box with the times (ms) of its steps; everything else is drawn when it is written. */
export type Box = {
  state: ApplicationState;
  /** Number of its person; a guest's belongs to no account. */
  person: number;
  isGuest: boolean;
  /** Its target: an organisation, or the fund of a challenge. */
  organisation: SampleOrganisation | undefined;
  fund: SocialChallengeId | undefined;
  amountYen: number;
  appliedAt: number;
  kitAt?: number;
  receivedAt?: number;
  /** Time of the upload of its result. */
  resultAt?: number;
  donatedAt?: number;
  /** Remittance that took its gift, sent or still to be sent. */
  remittance?: { id: string; state: string; run: { transferOn: string } };
  remittedAt?: number;
  thankedAt?: number;
  cancelledAt?: number;
};

type Popularity = ReturnType<typeof popularityOf>;
type Target = Pick<Box, 'organisation' | 'fund'>;

const fundShare = 0.15;
const unpricedPerDonation = 5 / 95;
/** The donor who can sign in (person 1) gives often enough to have a history. */
const richDonorBoxes = 14;

/** An amount in yen: lognormal around 2,600, in tens, 10 to 150,000. */
function drawAmountYen(random: Random): number {
  const yen = Math.exp(Math.log(2_600) + 0.95 * random.normal());
  return Math.min(150_000, Math.max(10, Math.round(yen / 10) * 10));
}

/** An organisation, or a fund for one box in seven or while no organisation is listed. */
export function chooseTarget(random: Random, choose: ReturnType<Popularity['chooserOf']>): Target {
  const organisation = random.chance(fundShare) ? undefined : choose(random);
  return organisation
    ? { organisation, fund: undefined }
    : { organisation: undefined, fund: chooseFund(random) };
}

/** Boxes with a result: `donations` donations, plus unpriced ones as 5 % of all. Oldest first. */
export function settledBoxes(
  seed: number,
  popularity: Popularity,
  { donors, donations }: { donors: number; donations: number },
  now: Date,
): Box[] {
  const random = randomOf(seed, 'boxes');
  const unpriced = Math.round(donations * unpricedPerDonation);
  const people = random.shuffled([
    ...givers(random, donors, donations).map((person) => ({ person, isPriced: true })),
    ...Array.from({ length: unpriced }, () => ({ person: random.int(1, donors), isPriced: false })),
  ]);
  const months = drawMonths(random, popularity, people.length, now);
  let drawn = 0;
  return months.flatMap(({ month, uploads }) => {
    const choose = popularity.chooserOf(month);
    return uploads.map((time) => {
      const { person, isPriced } = people[drawn++] ?? { person: 1, isPriced: true };
      const target = chooseTarget(random, choose);
      const amountYen = isPriced ? drawAmountYen(random) : 0;
      return boxWithResult(random, { person, isGuest: false, amountYen, ...target }, time);
    });
  });
}

/** Each donor once, then by a rank that makes some give often. */
function givers(random: Random, donors: number, donations: number): number[] {
  const firstGifts = Array.from({ length: Math.min(donors, donations) }, (_, index) => index + 1);
  const rest = donations - firstGifts.length;
  if (rest === 0) return firstGifts;
  const rich = donations >= 100 ? Math.min(rest, richDonorBoxes - 1) : 0;
  const draw = weightedDraw(firstGifts.map((_, rank) => (rank + 4) ** -0.5));
  const repeatGifts = Array.from({ length: rest - rich }, () => firstGifts[draw(random)] ?? 1);
  return [...firstGifts, ...Array<number>(rich).fill(1), ...repeatGifts];
}

function drawMonths(random: Random, popularity: Popularity, count: number, now: Date) {
  const months = sampleMonths(now).map((month) => ({ ...month, drawn: [] as number[] }));
  const draw = weightedDraw(months.map(({ month, weight }) => weight * popularity.liftOf(month)));
  for (let index = 0; index < count; index += 1) {
    const month = months[draw(random)];
    month?.drawn.push(random.pick(month.uploads));
  }
  return months.map(({ month, drawn }) => ({ month, uploads: drawn.sort((a, b) => a - b) }));
}

/**
 * History of a box whose result was uploaded, or whose held donation was approved, at `time`; money/plan.ts remits the
 * gift.
 */
function boxWithResult(
  random: Random,
  facts: Pick<Box, 'person' | 'isGuest' | 'amountYen' | 'organisation' | 'fund'>,
  time: number,
): Box {
  const kind = facts.fund ? 'fund' : 'direct';
  const resultAt = needsIdentityCheck(kind, facts.amountYen) ? uploadBefore(time) : time;
  const box: Box = { ...facts, ...stepsBefore(random, resultAt), state: 'unpriced', resultAt };
  if (facts.amountYen === 0) return box;
  box.donatedAt = time;
  box.state = 'donated';
  return box;
}

/** When a box with a result at `resultAt` was applied for, its kit sent, and received. */
export function stepsBefore(random: Random, resultAt: number) {
  const receivedAt = resultAt - random.int(1, 7) * dayMs - random.int(1, 5) * hourMs;
  const kitAt = receivedAt - random.int(4, 20) * dayMs - random.int(0, 3) * hourMs;
  return { receivedAt, kitAt, appliedAt: appliedBefore(random, kitAt) };
}

/** People apply on the days before the kit leaves, mostly in the evening. */
export function appliedBefore(random: Random, kitAt: number): number {
  return kitAt - random.int(1, 2) * dayMs + random.int(0, 9 * 60) * 60_000;
}
