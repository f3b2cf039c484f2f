import { addMonths, jstMonth } from '#kit/values/timestamp.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { PlacedBox } from '#start/sample/box-rows.server.ts';
import type { SampleOrganisation } from '#start/sample/organisations.server.ts';
import type { PlannedItem, PlannedPayout } from './planned.server.ts';
import { feesOfBox, noon } from './sample-terms.server.ts';

const reasons = [
  '活動の費用が年度の後半に集まるため、いちばん早く役立てていただける団体に届けます。',
  '新しい拠点づくりが始まる団体に、準備の費用として届けます。',
  '相談の件数が増えている団体に、現場を支える費用として届けます。',
];

/** Months in which funds pay out: fixed except for the last one, which follows `now`. */
const payoutMonths = (now: Date) => ['2019-06', '2022-06', addMonths(jstMonth(now), -4)];

type World = {
  funds: ReadonlyMap<SocialChallengeId, readonly PlacedBox[]>;
  /** Earlier pay-outs. */
  earlier: readonly PlannedPayout[];
  organisations: readonly SampleOrganisation[];
  now: Date;
};

const netOf = ({ box, index }: PlacedBox) => feesOfBox(box, index).netYen;
const sumOf = (boxes: readonly PlacedBox[]) => boxes.reduce((sum, one) => sum + netOf(one), 0);

const uncoveredOf = (payouts: readonly PlannedPayout[]) =>
  payouts.reduce((sum, { amountYen, coveredYen }) => sum + amountYen - coveredYen, 0);

/** Pay-outs of funds in a month: four fifths of their balance at its start, in thousands of yen. */
export function payoutsIn(
  month: string,
  { funds, earlier, organisations, now }: World,
): PlannedPayout[] {
  const round = payoutMonths(now).indexOf(month);
  if (round < 0) return [];
  const decidedAt = noon(`${month}-10`, 2);
  return [...funds].flatMap(([fund, gifts]) => {
    const ofFund = earlier.filter((one) => one.fund === fund);
    const balanceYen = sumOf(gifts) - uncoveredOf(ofFund);
    const amountYen = Math.floor((balanceYen * 0.8) / 1_000) * 1_000;
    const working = organisations.filter(
      ({ challenges, createdAt }) => challenges.includes(fund) && createdAt < decidedAt,
    );
    const organisation = working[(round * 5 + fund.length) % Math.max(1, working.length)];
    if (amountYen < 1_000 || !organisation) return [];
    const id = `sample-payout-${month}-${fund}`;
    const reason = reasons[(round + fund.length) % reasons.length] ?? '';
    const payout: Omit<PlannedPayout, 'item'> = {
      ...{ id, fund, amountYen, coveredYen: 0, reason, decidedAt },
    };
    const item: PlannedItem = {
      kind: 'payout',
      ...{ organisation, amountYen, at: decidedAt, postingId: `payout:${id}` },
    };
    const payoutWithItem = { ...payout, item };
    item.payout = payoutWithItem;
    return [payoutWithItem];
  });
}

/** Sets confirmed pay-outs against the oldest open gifts of their funds, as far as the money reaches. */
export function coverGifts(
  arrived: readonly PlannedPayout[],
  all: readonly PlannedPayout[],
  funds: ReadonlyMap<SocialChallengeId, PlacedBox[]>,
): void {
  for (const { fund, item } of arrived) {
    const open = all.filter(
      (one) =>
        one.fund === fund &&
        one.coveredYen < one.amountYen &&
        one.item.remittance?.state === 'confirmed',
    );
    let budget = uncoveredOf(open);
    const gifts = funds.get(fund) ?? [];
    let reached = 0;
    let covered = 0;
    for (const one of gifts) {
      const netYen = netOf(one);
      if (netYen > budget) break;
      budget -= netYen;
      covered += netYen;
      reached += 1;
      if (item.remittance) one.box.remittance = item.remittance;
    }
    gifts.splice(0, reached);
    for (const payout of open) {
      const part = Math.min(payout.amountYen - payout.coveredYen, covered);
      payout.coveredYen += part;
      covered -= part;
    }
  }
}
