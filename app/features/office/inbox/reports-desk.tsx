import { formatMoment } from '#app/features/office/moment.ts';
import { CardLine } from '#app/features/office/rows.tsx';
import { useAnswer } from '#app/features/office/use-answer.ts';
import { Chip } from '#app/ui/chip.tsx';
import type { Column } from '#app/ui/table.tsx';
import type { InboxCounts } from '#domain/inbox.ts';
import { type OfficePledgeReport, pledgeReportsPageSize } from '#domain/office-pledge-report.ts';
import { beginningOf } from './beginning-of.ts';
import { EntryLink } from './entry-link.tsx';
import { InboxList } from './inbox-list.tsx';
import { ReportDetails } from './report-details.tsx';
import { PledgeStateChips } from './reported-pledge.tsx';

const states = { open: '未対応', handled: '対応済み' } as const;

/** What people report of public pledges, those to decide first. */
export function ReportsDesk() {
  const counts = useAnswer<InboxCounts>('/api/office/inbox');
  return (
    <InboxList<OfficePledgeReport, keyof typeof states>
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
            <span className="text-sm text-ink-2 tabular-nums">{formatMoment(createdAt)}</span>
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

const columns = (pathOf: (id: string) => string): Column<OfficePledgeReport>[] => [
  {
    label: '日時',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap tabular-nums">{formatMoment(createdAt)}</span>
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
