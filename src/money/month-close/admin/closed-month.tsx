import { useQuery } from '#kit/client/use-query.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { ClosedFigures } from '#money/month-close/month-close.ts';
import { CheckLines } from './check-lines.tsx';
import { FiguresTable } from './month-figures.tsx';

/** The record of a closed month: its balances, its check list, and why applications were on hold. */
export function ClosedMonth({ month }: { month: string }) {
  const { value, problem, reload } = useQuery<ClosedFigures>(`/api/office/month-close/${month}`);
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={8} />;
  return (
    <div className="grid gap-5">
      <FiguresTable figures={value} />
      <CheckLines checks={value.checks} />
      {value.bankReason !== '' && (
        <section>
          <h3 className="font-sans text-base font-bold">銀行口座の残高の説明</h3>
          <p className="mt-1 whitespace-pre-wrap text-sm wrap-anywhere">{value.bankReason}</p>
        </section>
      )}
      {value.held.length > 0 && (
        <section>
          <h3 className="font-sans text-base font-bold">保留の説明</h3>
          <dl className="mt-1 divide-y divide-dashed divide-line text-sm">
            {value.held.map(({ appraisalId, identity, explanation }) => (
              <div key={appraisalId} className="py-2">
                <dt className="font-bold tabular-nums">
                  {appraisalId}（{identity}）
                </dt>
                <dd className="whitespace-pre-wrap wrap-anywhere">{explanation}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
