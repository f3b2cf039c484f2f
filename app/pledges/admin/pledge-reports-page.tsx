import { formatDateTime } from '#app/admin/date-time.ts';
import { EntryLink } from '#app/admin/entry-link.tsx';
import { beginningOf } from '#app/admin/excerpt.ts';
import { InboxList } from '#app/admin/inbox-list.tsx';
import { CardLine } from '#app/admin/rows.tsx';
import { useQuery } from '#app/admin/use-query.ts';
import { Chip } from '#app/ui/chip.tsx';
import type { Column } from '#app/ui/table.tsx';
import type { InboxCounts } from '#domain/inbox/inbox.ts';
import {
  type AdminPledgeReport,
  pledgeReportsPageSize,
} from '#domain/pledges/admin-pledge-report.ts';
import { ReportDetails } from './report-details.tsx';
import { PledgeStateChips } from './reported-pledge.tsx';

export const meta = () => [
  { title: '#mypledgeの通報｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const states = { open: '未対応', handled: '対応済み' } as const;

/** What people report of public pledges, those to decide first. */
export default function PledgeReportsPage() {
  const counts = useQuery<InboxCounts>('/api/office/inbox');
  return (
    <InboxList<AdminPledgeReport, keyof typeof states>
      title="#mypledgeの通報"
      room="/admin/pledge-reports"
      list="/api/office/pledge-reports"
      states={states}
      waiting={{ open: counts.value?.openReports }}
      pageSize={pledgeReportsPageSize}
      columns={columns}
      card={({ id, reason, createdAt, handledAt, pledge }, pathOf) => (
        <>
          <EntryLink to={pathOf(id)}>{beginningOf(reason)}</EntryLink>
          <p className="text-sm">{pledge.donation.associateName}への#mypledge</p>
          <CardLine>
            <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(createdAt)}</span>
            <span className="flex flex-wrap gap-1">
              <PledgeStateChips pledge={pledge} />
              <HandledChip isHandled={handledAt !== null} />
            </span>
          </CardLine>
        </>
      )}
      dialogTitle="通報の内容"
      details={(report, onChanged) => (
        <ReportDetails key={report.id} report={report} onChanged={onChanged} />
      )}
      onChanged={counts.reload}
    />
  );
}

const columns = (pathOf: (id: string) => string): Column<AdminPledgeReport>[] => [
  {
    label: '日時',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatDateTime(createdAt)}</span>
    ),
  },
  {
    label: '通報の理由',
    isRowHeader: true,
    cell: ({ id, reason }) => <EntryLink to={pathOf(id)}>{beginningOf(reason)}</EntryLink>,
  },
  { label: '寄付先', cell: ({ pledge }) => pledge.donation.associateName },
  { label: '#mypledge', cell: ({ pledge }) => <PledgeStateChips pledge={pledge} /> },
  { label: '状態', cell: ({ handledAt }) => <HandledChip isHandled={handledAt !== null} /> },
];

const HandledChip = ({ isHandled }: { isHandled: boolean }) => (
  <Chip tone={isHandled ? 'leaf' : 'honey'}>{isHandled ? states.handled : states.open}</Chip>
);
