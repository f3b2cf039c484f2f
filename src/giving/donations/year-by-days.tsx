import type { ReactNode } from 'react';
import type { ReceiptGroup } from '#giving/receipts/receipt.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Donation } from './donation.ts';
import { type Sum, type TwoDays, yearByDays } from './two-days.ts';

/** A donor's gifts, from the entries of their history. */
export const daysOfDonations = (
  donations: readonly Pick<Donation, 'amount' | 'donatedAt' | 'receivedOn'>[],
): TwoDays[] =>
  donations.map(({ amount, donatedAt, receivedOn }) => ({
    ...{ amountYen: amount, decidedAt: donatedAt, receivedOn },
  }));

/** The same gifts, from the groups of the receipts page. */
export const daysOfGroups = (groups: readonly ReceiptGroup[]): TwoDays[] =>
  groups.flatMap(({ donations }) =>
    donations.map(({ amountYen, donatedAt, receivedOn }) => ({
      ...{ amountYen, decidedAt: donatedAt, receivedOn },
    })),
  );

/** A year's gifts by the day of decision and by the day of receipt, with the items that make up the difference. */
export function YearByDays({ year, gifts }: { year: string; gifts: readonly TwoDays[] }) {
  const { decided, arrived, ...parts } = yearByDays(gifts, year);
  return (
    <div className="space-y-3 rounded-tile border border-line px-4 py-3 text-sm narrow:px-5">
      <dl className="grid gap-3 narrow:grid-cols-2">
        <Basis title={`${year}年に決まった寄付`} sum={decided}>
          <Part label={`うち${year}年に団体へ届いたもの`} sum={parts.arrivedThen} isAlways />
          <Part label="翌年以降に団体へ届いたもの" sum={parts.arrivedLater} />
          <Part label="これから団体に届くもの" sum={parts.waiting} />
          <Part label="値段のつかなかったもの" sum={parts.worthless} />
        </Basis>
        <Basis title={`${year}年に団体へ届いた寄付`} sum={arrived}>
          <Part label={`うち${year}年に決まったもの`} sum={parts.arrivedThen} isAlways />
          <Part label="前の年までに決まったもの" sum={parts.decidedBefore} />
        </Basis>
      </dl>
      <p className="text-ink-2">受領証明書の年は、団体へ届いた日で決まります。</p>
    </div>
  );
}

const yenAndCount = ({ yen, count }: Sum) => `${formatYen(yen)}円（${formatYen(count)}件）`;

function Basis({ title, sum, children }: { title: string; sum: Sum; children: ReactNode }) {
  return (
    <div className="tabular-nums">
      <dt className="font-bold">{title}</dt>
      <dd>
        <p className="figures text-lg">{yenAndCount(sum)}</p>
        <ul className="text-ink-2">{children}</ul>
      </dd>
    </div>
  );
}

function Part({ label, sum, isAlways = false }: { label: string; sum: Sum; isAlways?: boolean }) {
  if (sum.count === 0 && !isAlways) return null;
  return (
    <li>
      {label} <span className="whitespace-nowrap">{yenAndCount(sum)}</span>
    </li>
  );
}
