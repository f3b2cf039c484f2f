import { formatYen } from '#kit/values/yen.ts';
import {
  costParts,
  type GiftStep,
  type GiftSums,
  giftSteps,
  type Recipient,
} from '#money/ledger/cost-words.ts';

const colours: Record<GiftStep['key'], string> = {
  appraised: 'fill-coral',
  bonus: 'fill-honey',
  given: 'fill-coral',
  cost: 'fill-thread',
  arrives: 'fill-leaf',
};

/** The yen of a gift from appraisal to what arrives, as sums with bars in proportion. */
export function GiftFlow({ sums, recipient }: { sums: GiftSums; recipient: Recipient }) {
  const steps = giftSteps(sums, recipient);
  const givenYen = sums.appraisedYen + sums.bonusYen;
  const parts = costParts(sums);
  return (
    <dl
      aria-label="寄付額の内訳"
      className="grid gap-3 rounded-tile border border-line bg-paper px-4 py-4 leading-snug"
    >
      {steps.map(({ key, sign, label, yen }) => (
        <div
          key={key}
          className={`grid grid-cols-[1fr_auto] items-baseline gap-x-4 ${key === 'given' || key === 'arrives' ? 'font-bold' : ''}`}
        >
          <dt>
            {label}
            {key === 'cost' && parts !== '' && (
              <span className="block text-sm text-ink-2">{parts}</span>
            )}
          </dt>
          <dd className="text-right whitespace-nowrap tabular-nums">
            {sign}
            {formatYen(yen)}円
          </dd>
          {givenYen > 0 && (
            <dd className="col-span-2">
              <Bar stepKey={key} from={startOf(key, sums)} yen={yen} of={givenYen} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Where a sum's bar begins, in yen: a bonus follows the appraisal, costs end where the gift ends. */
function startOf(key: GiftStep['key'], { appraisedYen, bonusYen, feeYen, handlingYen }: GiftSums) {
  if (key === 'bonus') return appraisedYen;
  return key === 'cost' ? appraisedYen + bonusYen - feeYen - handlingYen : 0;
}

function Bar({
  stepKey,
  from,
  yen,
  of,
}: {
  stepKey: GiftStep['key'];
  from: number;
  yen: number;
  of: number;
}) {
  const percent = (part: number) => `${Math.round((part / of) * 1_000) / 10}%`;
  return (
    <svg aria-hidden="true" className="mt-1 h-2.5 w-full overflow-hidden rounded-full bg-sand">
      <rect x={percent(from)} width={percent(yen)} height="100%" className={colours[stepKey]} />
    </svg>
  );
}
