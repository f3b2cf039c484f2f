import { Link, useSearchParams } from 'react-router';
import { formatDateTime } from '#app/admin/date-time.ts';
import { LoadProblem } from '#app/admin/load-problem.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { CardLine, Rows } from '#app/admin/rows.tsx';
import { useQuery } from '#app/admin/use-query.ts';
import { ChipLink } from '#app/ui/chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Pagination } from '#app/ui/navigation/pagination.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Column } from '#app/ui/table.tsx';
import { useScroller } from '#app/ui/use-scroller.ts';
import { paperFacts } from '#domain/identity-checks/identity-check.ts';
import {
  type AdminIdentityCheck,
  adminIdentityChecksPageSize,
} from '#domain/identity-checks/identity-check-schema.ts';
import { formatYen } from '#domain/values/yen.ts';
import {
  checksPath,
  checksQuestion,
  readChecksQuery,
  waitingLabels,
  waitings,
} from './checks-query.ts';

export const meta = () => [
  { title: '本人確認｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The held applications by how far their identity check is, the longest waiting first. */
export default function IdentityChecksPage() {
  const strip = useScroller<HTMLElement>();
  const query = readChecksQuery(useSearchParams()[0]);
  const { value, total, problem, isLoading, reload } = useQuery<AdminIdentityCheck[]>(
    checksQuestion(query),
  );
  const from = { path: checksPath(query), label: '本人確認の一覧' };
  return (
    <>
      <PageHead title="本人確認" />
      <Panel label="本人確認の一覧">
        <nav
          ref={strip}
          aria-label="状態で絞り込む"
          className="-mx-4 mb-2 overflow-x-auto px-4 py-1 narrow:-mx-5 narrow:px-5"
        >
          <ul className="flex w-max gap-2">
            {waitings.map((state) => (
              <li key={state}>
                <ChipLink to={checksPath({ state, page: 1 })} isCurrent={query.state === state}>
                  {waitingLabels[state]}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
        {problem ? (
          <LoadProblem problem={problem} onRetry={reload} />
        ) : !value ? (
          <Skeleton lines={8} label="本人確認を読み込んでいます" />
        ) : value.length === 0 ? (
          <EmptyState
            picture="envelope"
            title={`${waitingLabels[query.state]}のお申し込みはありません`}
          >
            {query.state === 'submitted' && (
              <p>書類がまだ届いていないお申し込みは、「{waitingLabels.due}」に並びます。</p>
            )}
          </EmptyState>
        ) : (
          <div
            aria-busy={isLoading}
            className={isLoading ? 'opacity-60 transition-opacity delay-150' : ''}
          >
            <Rows
              caption="本人確認の一覧"
              columns={columns(from)}
              rows={value}
              rowKey={({ appraisalId }) => appraisalId}
              card={(check) => (
                <>
                  <CheckLink check={check} from={from} />
                  <p className="text-sm">
                    {check.name}　<span className="text-ink-2">{papersOf(check)}</span>
                  </p>
                  <CardLine>
                    <span className="text-sm text-ink-2 tabular-nums">
                      {formatDateTime(check.since)}
                    </span>
                    <span className="figures">{formatYen(check.amountYen)}円</span>
                  </CardLine>
                </>
              )}
            />
          </div>
        )}
        <Pagination
          page={query.page}
          pageCount={Math.ceil((total ?? 0) / adminIdentityChecksPageSize)}
          href={(page) => checksPath({ ...query, page })}
        />
      </Panel>
    </>
  );
}

type From = { path: string; label: string };

const columns = (from: From): Column<AdminIdentityCheck>[] => [
  {
    label: '日時',
    cell: ({ since }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDateTime(since)}</span>
    ),
  },
  {
    label: '申込番号',
    isRowHeader: true,
    cell: (check) => <CheckLink check={check} from={from} />,
  },
  { label: 'お名前', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { label: '寄付先', cell: ({ targetName }) => targetName },
  { label: '金額', isNumber: true, cell: ({ amountYen }) => `${formatYen(amountYen)}円` },
  { label: '書類', cell: (check) => papersOf(check) },
];

const papersOf = ({ papers }: AdminIdentityCheck) =>
  papers.length === 0 ? 'なし' : papers.map((kind) => paperFacts[kind].label).join('、');

function CheckLink({ check: { appraisalId }, from }: { check: AdminIdentityCheck; from: From }) {
  return (
    <Link
      to={`/admin/applications/${appraisalId}`}
      state={{ from }}
      className="font-bold whitespace-nowrap text-coral-dark tabular-nums underline underline-offset-4 max-narrow:inline-flex max-narrow:min-h-11 max-narrow:items-center"
    >
      {appraisalId}
    </Link>
  );
}
