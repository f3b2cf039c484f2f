import { formatYen } from '#kit/values/yen.ts';
import type { Recipient } from '#money/ledger/cost-words.ts';
import { costParts, type GiftSums, giftSteps } from '#money/ledger/cost-words.ts';

/** 査定額 (＋加算額) ＝ 寄付額 − 費用 ＝ 届く額: the amounts of a gift, from appraisal to transfer. */
export function GiftLine({
  label,
  sums,
  recipient,
}: {
  label: string;
  sums: GiftSums;
  recipient: Recipient;
}) {
  const parts = costParts(sums);
  return (
    <dl
      aria-label={label}
      className="grid max-w-96 grid-cols-[1fr_auto] rounded-tile border border-line bg-paper px-4 py-3 leading-snug tabular-nums"
    >
      {giftSteps(sums, recipient).map(({ key, sign, label: name, yen }) => (
        <div
          key={key}
          className={`col-span-2 grid grid-cols-subgrid py-1 ${
            key === 'arrives' ? 'mt-1 border-t border-line pt-2 font-bold' : ''
          }`}
        >
          <dt>
            {name}
            {key === 'cost' && parts !== '' && (
              <span className="block text-sm text-ink-2">{parts}</span>
            )}
          </dt>
          <dd className="pl-4 text-right whitespace-nowrap">
            {sign}
            {formatYen(yen)}円
          </dd>
        </div>
      ))}
    </dl>
  );
}
