import { useQuery } from '#kit/client/use-query.ts';
import { firstPage } from '#kit/lists/list-place.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type List, type ListConfig, useList } from '#kit/lists/use-list.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { ChipLink } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import {
  type AdminAssociate,
  adminAssociatesPageSize,
  certificationAlerts,
  type WaitingChange,
} from '#organisations/associates/admin-associate.ts';
import { associateStates } from '#organisations/associates/associate-state.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { CertificationDay, StandingChip } from './standing-chip.tsx';
import { useMayEdit } from './use-may-edit.ts';

export const meta = () => [{ title: '団体｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

const source: ListConfig<AdminAssociate> = {
  path: '/admin/associates',
  parameters: { state: Object.keys(associateStates), alert: Object.keys(certificationAlerts) },
  api: '/api/office/associates',
  countsApi: '/api/office/associates/counts',
  rowKey: ({ id }) => id,
};

const look: ListDisplay<AdminAssociate> = {
  title: '団体',
  pageSize: adminAssociatesPageSize,
  csv: '/api/office/associates.csv',
  search: '名称・ふりがな・ID',
  chips: { parameter: 'state', choices: [['', 'すべて'], ...Object.entries(associateStates)] },
  columns: (links) => [
    {
      label: '団体',
      isRowHeader: true,
      cell: ({ id, name }) => (
        <RowLink {...links.page(`/admin/associates/${id}`)} className="wrap-anywhere">
          {name}
        </RowLink>
      ),
    },
    { label: 'ID', cell: ({ id }) => <span className="break-all">{id}</span> },
    { label: '種別', cell: ({ classification }) => classifications[classification].label },
    { label: '状態', cell: ({ state }) => <StandingChip state={state} /> },
    { label: '認定の期限', cell: (row) => <CertificationDay {...row} /> },
    {
      label: '登録した日',
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
    },
  ],
  card: (row, links) => (
    <>
      <CardLine>
        <RowLink {...links.page(`/admin/associates/${row.id}`)} className="wrap-anywhere">
          {row.name}
        </RowLink>
        <StandingChip state={row.state} />
      </CardLine>
      <CardLine>
        <span className="text-sm text-ink-2">{classifications[row.classification].label}</span>
        <span className="text-sm">
          <CertificationDay {...row} />
        </span>
      </CardLine>
    </>
  ),
  empty: ({ filters, keyword }) =>
    Object.values(filters).some(Boolean) || keyword !== ''
      ? undefined
      : { title: 'まだ団体がありません', advice: '「団体を作る」かCSVの取り込みから始めます。' },
};

/** The organisations of any state, and their changes that wait for review. */
export default function AdminAssociatesPage() {
  const list = useList(source);
  const mayEdit = useMayEdit();
  const waiting = list.counts?.waiting ?? 0;
  return (
    <>
      <PageHead title="団体">
        {mayEdit && (
          <>
            <ButtonLink to="/admin/associates/import" variant="outline" size="small">
              CSVから取り込む
            </ButtonLink>
            <ButtonLink to="/admin/associates/new" size="small">
              団体を作る
            </ButtonLink>
          </>
        )}
      </PageHead>
      <div className="grid gap-4">
        {waiting > 0 && <WaitingList />}
        <Panel label="団体の一覧">
          <ListScreen list={list} look={look} narrowing={<AlertFilter list={list} />} />
        </Panel>
      </div>
    </>
  );
}

function AlertFilter({ list: { place, pathTo } }: { list: List<AdminAssociate> }) {
  const { filters } = place;
  return (
    <nav aria-label="認定の期限で絞り込む" className="flex flex-wrap gap-2 py-1">
      {Object.entries(certificationAlerts).map(([alert, label]) => {
        const isCurrent = filters.alert === alert;
        return (
          <ChipLink
            key={alert}
            to={pathTo({ ...firstPage, filters: { ...filters, alert: isCurrent ? '' : alert } })}
            isCurrent={isCurrent}
          >
            {label}
          </ChipLink>
        );
      })}
    </nav>
  );
}

/** Changes of organisations' pages that wait for the operator's review, longest waiting first. */
function WaitingList() {
  const { value, problem, reload } = useQuery<WaitingChange[]>('/api/office/associates/waiting');
  return (
    <Panel title="確認を待っている変更">
      {problem && !value && <LoadFailure message={problem.message} onRetry={reload} />}
      {!problem && !value && <Skeleton lines={2} />}
      {value && (
        <ul className="divide-y divide-dashed divide-line">
          {value.map(({ id, name, changedBy, changedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
              <Link
                to={`/admin/associates/${id}#page`}
                className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
              >
                {name}
              </Link>
              <span className="text-sm text-ink-2">
                {changedBy}　{formatDateTime(changedAt)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
