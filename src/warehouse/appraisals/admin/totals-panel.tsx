import { formatYen } from '#kit/values/yen.ts';
import type { AppraisalDraft } from '#warehouse/appraisals/appraisal-draft.ts';
import { totalsOf } from '#warehouse/appraisals/totals.ts';
import type { ShownItem } from './item-queue.ts';

/** The totals of all boxes so far. */
export function TotalsPanel({
  items,
  bonus,
}: {
  items: readonly ShownItem[];
  bonus: AppraisalDraft['bonus'];
}) {
  const { pieces, pricedPieces, appraisedYen } = totalsOf(items.map(({ content }) => content));
  const facts: [label: string, value: string][] = [
    ['点数', `${formatYen(pieces)}点`],
    ['値の付いた点数', `${formatYen(pricedPieces)}点`],
    ['査定金額', `${formatYen(appraisedYen)}円`],
    ...bonus.parts.map(
      ({ title, yen }) => [`加算（${title}）`, `${formatYen(yen)}円`] satisfies [string, string],
    ),
    ['寄付になる金額', `${formatYen(appraisedYen + bonus.yen)}円`],
  ];
  return (
    <dl aria-label="合計" className="grid gap-1">
      {facts.map(([label, value]) => (
        <div key={label} className="flex items-baseline justify-between gap-3">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
