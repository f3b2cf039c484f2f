import {
  type AdminPledgeReport,
  pledgeReportsPageSize,
} from '#giving/pledges/admin-pledge-report.ts';
import { excerptOf } from '#kit/lists/excerpt.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { ReportDetails } from './report-details.tsx';
import { PledgeStateChips } from './reported-pledge.tsx';

export const meta = () => [
  { title: '#mypledgeの通報｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const states = { open: '未対応', handled: '対応済み' } as const;

const source: ListConfig<AdminPledgeReport> = {
  path: '/admin/pledge-reports',
  parameters: { state: Object.keys(states) },
  api: '/api/office/pledge-reports',
  countsApi: '/api/office/pledge-reports/counts',
  rowKey: ({ id }) => id,
};

const look: ListDisplay<AdminPledgeReport> = {
  title: '#mypledgeの通報',
  pageSize: pledgeReportsPageSize,
  views: 'pledge-reports',
  csv: '/api/office/pledge-reports.csv',
  chips: { parameter: 'state', choices: [['', 'すべて'], ...Object.entries(states)] },
  columns: (links) => [
    {
      label: '日時',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
      ),
    },
    {
      label: '通報の理由',
      isRowHeader: true,
      cell: ({ id, reason }) => <RowLink {...links.entry(id)}>{excerptOf(reason)}</RowLink>,
    },
    { label: '寄付先', cell: ({ pledge }) => pledge.donation.associateName },
    { label: '#mypledge', cell: ({ pledge }) => <PledgeStateChips pledge={pledge} /> },
    { label: '状態', cell: ({ handledAt }) => <HandledChip isHandled={handledAt !== null} /> },
  ],
  card: ({ id, reason, createdAt, handledAt, pledge }, links) => (
    <>
      <RowLink {...links.entry(id)}>{excerptOf(reason)}</RowLink>
      <p className="text-sm">{pledge.donation.associateName}への#mypledge</p>
      <CardLine>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(createdAt)}</span>
        <span className="flex flex-wrap gap-1">
          <PledgeStateChips pledge={pledge} />
          <HandledChip isHandled={handledAt !== null} />
        </span>
      </CardLine>
    </>
  ),
};

/** Reports about public pledges, undecided ones first. */
export default function PledgeReportsPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="#mypledgeの通報" />
      <Panel label="#mypledgeの通報の一覧">
        <ListScreen
          list={list}
          look={look}
          details={{
            title: '通報の内容',
            of: (_id, report) =>
              report && (
                <ReportDetails key={report.id} report={report} onChanged={list.onChanged} />
              ),
          }}
        />
      </Panel>
    </>
  );
}

const HandledChip = ({ isHandled }: { isHandled: boolean }) => (
  <Chip tone={isHandled ? 'leaf' : 'honey'}>{isHandled ? states.handled : states.open}</Chip>
);
