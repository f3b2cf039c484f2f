import { Fragment } from 'react';
import type { ApplicationStatus } from '#domain/applications/application.ts';
import { formatYen } from '#domain/values/yen.ts';

type Sums = NonNullable<ApplicationStatus['sums']>;

/** What a donation is made of and what of it is passed on, to the yen; nothing where all of it is the appraisal. */
export function GiftSums({ sums }: { sums: Sums }) {
  const { appraisedYen, bonusYen, feeYen, handlingYen } = sums;
  const rows = [
    ['加算額', '＋', bonusYen],
    ['手数料', '−', feeYen],
    ['送料・作業費', '−', handlingYen],
  ] as const;
  const shown = rows.filter(([, , yen]) => yen !== 0);
  if (shown.length === 0) return null;
  return (
    <dl
      aria-label="寄付金額の内訳"
      className="mt-6 grid max-w-sm grid-cols-[1fr_auto] gap-x-6 gap-y-1 rounded-tile border border-line px-4 py-3 tabular-nums"
    >
      <dt>査定額</dt>
      <dd className="text-right">{formatYen(appraisedYen)}円</dd>
      {shown.map(([label, sign, yen]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="text-right">
            {sign}
            {formatYen(yen)}円
          </dd>
        </Fragment>
      ))}
      <dt className="mt-1 border-t border-line pt-2 font-bold">お届けする金額</dt>
      <dd className="mt-1 border-t border-line pt-2 text-right font-bold">
        {formatYen(appraisedYen + bonusYen - feeYen - handlingYen)}円
      </dd>
    </dl>
  );
}
