import { useState } from 'react';
import {
  type AdminPledge,
  type AdminPledgeReport,
  type AdminPledgeState,
  pledgeReportsPageSize,
  WithholdPledge,
} from '#giving/pledges/admin-pledge-report.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { excerptOf } from '#kit/lists/excerpt.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { PledgeStateChips, ReportedPledge } from './reported-pledge.tsx';

export const meta = () => [
  { title: '#mypledgeの通報｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const states = { open: '未対応', handled: '対応済み' } as const;

const source = declaredList({
  path: '/admin/pledge-reports',
  parameters: { state: Object.keys(states) },
  api: addressOf('GET /api/office/pledge-reports'),
  countsApi: addressOf('GET /api/office/pledge-reports/counts'),
  rowKey: ({ id }) => id,
});

const look: ListDisplay<AdminPledgeReport> = {
  title: '#mypledgeの通報',
  pageSize: pledgeReportsPageSize,
  views: 'pledge-reports',
  csv: addressOf('GET /api/office/pledge-reports.csv'),
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

const released = { button: '公開の停止を解く', done: '公開の停止を解きました。' };
/** The effect of releasing a pledge, by the state that its author chose. */
const lifts: Record<AdminPledgeState, { button: string; done: string }> = {
  published: { button: 'ふたたび公開する', done: 'ふたたび公開しました。' },
  hidden: released,
  draft: released,
  removed: {
    button: '新しく書けるようにする',
    done: 'この寄付の#mypledgeを新しく書けるようにしました。',
  },
};

/** A report with its pledge, and the operator's actions on both. */
export function ReportDetails({
  report,
  onChanged,
}: {
  report: AdminPledgeReport;
  onChanged: () => void;
}) {
  const { id, reason, createdAt, handledAt, pledge } = report;
  const [isWithholding, setWithholding] = useState(false);
  const marking = useSubmission(
    (isHandled: boolean) =>
      send('POST /api/office/pledge-reports/:id', { params: { id }, body: { isHandled } }),
    {
      onDone(changed) {
        showToast(changed.handledAt ? '対応済みにしました。' : '未対応に戻しました。');
        onChanged();
      },
    },
  );
  const lifting = useSubmission(
    (seen: AdminPledge) =>
      send('POST /api/office/pledges/:id/lift', {
        params: { id: seen.id },
        body: { state: seen.state },
      }),
    {
      onDone({ state }) {
        showToast(`${lifts[state].done}書いた方にメールでお知らせします。`);
        setWithholding(false);
        onChanged();
      },
    },
  );
  const isBusy = marking.isPending || lifting.isPending;
  const mayWithhold = !pledge.isWithheld && pledge.state !== 'removed';
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="通報の日時">
          <span className="tabular-nums">{formatDateTime(createdAt)}</span>
        </Fact>
        <Fact label="通報の理由">
          <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>
        </Fact>
        <Fact label="対応した日時">
          {handledAt && <span className="tabular-nums">{formatDateTime(handledAt)}</span>}
        </Fact>
      </Facts>
      <ReportedPledge pledge={pledge} />
      {isWithholding && mayWithhold ? (
        <WithholdForm
          pledgeId={pledge.id}
          onCancel={() => setWithholding(false)}
          onWithheld={onChanged}
        />
      ) : (
        <>
          <SubmitError message={marking.message ?? lifting.message} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              variant="outline"
              size="small"
              isBusy={isBusy}
              onClick={() => marking.send(handledAt === null)}
            >
              {handledAt ? '未対応に戻す' : '問題なしとして対応済みにする'}
            </Button>
            {mayWithhold && (
              <Button size="small" isBusy={isBusy} onClick={() => setWithholding(true)}>
                公開を止める
              </Button>
            )}
            {pledge.isWithheld && (
              <Button size="small" isBusy={isBusy} onClick={() => lifting.send(pledge)}>
                {lifts[pledge.state].button}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Asks for the reason for withholding a pledge, which is mailed to its author. */
export function WithholdForm({
  pledgeId,
  onCancel,
  onWithheld,
}: {
  pledgeId: string;
  onCancel: () => void;
  onWithheld: () => void;
}) {
  const form = useForm({ schema: WithholdPledge, initial: { reason: '' } });
  const submission = useSubmission(
    (body: WithholdPledge) =>
      send('POST /api/office/pledges/:id/withhold', { params: { id: pledgeId }, body }),
    {
      form,
      onDone() {
        showToast('公開を止めました。書いた方にメールでお知らせします。');
        onWithheld();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextArea
        form={form}
        path="reason"
        label="公開を止める理由"
        required
        rows={4}
        maxLength={1000}
        help="この文章は、書いた方にそのままメールで届きます。通報した方のことは書かないでください。"
      />
      <FormButtons submission={submission} onCancel={onCancel}>
        {submission.isPending ? '止めています' : '公開を止める'}
      </FormButtons>
    </Form>
  );
}
