import { formatYen } from '#kit/values/yen.ts';
import type { StatementLine } from './statement.ts';

/** A sum with its lines. */
export function StatementLines({
  lines,
  total,
  amountYen,
}: {
  lines: readonly StatementLine[];
  /** Label of the sum. */
  total: string;
  amountYen: number;
}) {
  return (
    <dl>
      {lines.map(([label, yen, count]) => (
        <div
          key={label}
          className="flex justify-between gap-4 border-b border-dashed border-line py-1.5"
        >
          <dt className="text-ink-2">
            {label}
            {count !== undefined && count > 0 && `（${formatYen(count)}件）`}
          </dt>
          <dd className="whitespace-nowrap tabular-nums">{formatYen(yen)}円</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 py-2 font-bold">
        <dt>{total}</dt>
        <dd className="figures text-lg whitespace-nowrap">{formatYen(amountYen)}円</dd>
      </div>
    </dl>
  );
}
