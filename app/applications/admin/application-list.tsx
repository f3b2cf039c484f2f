import { useState } from 'react';
import { Link } from 'react-router';
import type { Answer } from '#app/admin/use-query.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import {
  type AdminApplication,
  adminApplicationsPageSize,
} from '#domain/applications/admin-application.ts';
import { formatYen } from '#domain/values/yen.ts';
import { ApplicationTable } from './application-table.tsx';
import { type ApplicationsQuery, firstQuery, pathOf, stateOf } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { PlannedStep } from './step-dialog.tsx';

/** A page of applications with its selection; made anew for each list, so that ticks stay with it. */
export function ApplicationList({
  query,
  answer: { value: applications, total = 0, isLoading },
  onStep,
}: {
  query: ApplicationsQuery;
  answer: Answer<AdminApplication[]>;
  onStep: (planned: PlannedStep) => void;
}) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  if (!applications) {
    return (
      <div className="mt-4">
        <Skeleton lines={10} label="申し込みを読み込んでいます" />
      </div>
    );
  }
  if (applications.length === 0 && !isLoading) return <NothingHere query={query} total={total} />;

  const selected = applications.filter(({ appraisalId }) => ticked.has(appraisalId));
  const isWhole = selected.length === applications.length;
  const tick = (appraisalIds: readonly string[], isTicked: boolean) => {
    const next = new Set(ticked);
    for (const id of appraisalIds) isTicked ? next.add(id) : next.delete(id);
    setTicked(next);
  };
  const first = (query.page - 1) * adminApplicationsPageSize + 1;
  return (
    <div
      aria-busy={isLoading}
      className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''}
    >
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 px-2 text-sm">
          <input
            type="checkbox"
            className="size-5 cursor-pointer accent-coral"
            checked={isWhole}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && !isWhole;
            }}
            onChange={(event) =>
              tick(
                applications.map(({ appraisalId }) => appraisalId),
                event.currentTarget.checked,
              )
            }
          />
          このページの{applications.length}件を選ぶ
        </label>
        <div className="flex flex-wrap items-center gap-x-4 px-2 text-sm max-narrow:w-full max-narrow:justify-between">
          <p role="status" className="text-ink-2 tabular-nums">
            {formatYen(total)}件中 {formatYen(first)}～{formatYen(first + applications.length - 1)}
            件
          </p>
          <OrderLink query={query} />
        </div>
      </div>
      <ApplicationTable
        applications={applications}
        selected={ticked}
        onSelect={(appraisalId, isTicked) => tick([appraisalId], isTicked)}
        onStep={onStep}
      />
      <SelectionBar applications={selected} onStep={onStep} onClear={() => setTicked(new Set())} />
      <Pagination
        page={query.page}
        pageCount={Math.ceil(total / adminApplicationsPageSize)}
        href={(page) => pathOf({ ...query, page })}
        state={stateOf(query)}
      />
    </div>
  );
}

function OrderLink({ query }: { query: ApplicationsQuery }) {
  const other = query.order === 'newest' ? 'oldest' : 'newest';
  return (
    <Link
      to={pathOf({ ...query, order: other, page: 1 })}
      state={stateOf(query)}
      preventScrollReset
      className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
    >
      {other === 'oldest' ? '古い順に並べる' : '新しい順に並べる'}
    </Link>
  );
}

function NothingHere({ query, total }: { query: ApplicationsQuery; total: number }) {
  const isNarrowed = query.filter !== 'all' || query.keyword !== '';
  const [title, advice] =
    total > 0
      ? ['このページには、もう申し込みがありません', '件数が変わりました。']
      : query.keyword !== ''
        ? [
            '当てはまる申し込みがありません',
            '番号・お名前・電話番号の一部だけで探すと、見つかることがあります。',
          ]
        : isNarrowed
          ? ['この状態の申し込みはありません', 'いま、することはありません。']
          : ['まだ申し込みがありません', '申し込みが届くと、ここに並びます。'];
  return (
    <div className="mt-4">
      <EmptyState
        title={title}
        action={
          (isNarrowed || total > 0) && (
            <ButtonLink
              to={pathOf(total > 0 ? { ...query, page: 1 } : firstQuery)}
              state={total > 0 ? stateOf(query) : undefined}
              variant="outline"
              size="small"
            >
              {total > 0 ? '1ページ目へ' : 'すべての申し込みを見る'}
            </ButtonLink>
          )
        }
      >
        {advice}
      </EmptyState>
    </div>
  );
}
