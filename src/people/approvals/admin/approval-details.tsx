import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { adminPath } from '#kit/lists/admin-path.ts';
import { ScrollBox } from '#kit/lists/scroll-box.tsx';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Table } from '#kit/ui/table.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import {
  type Approval,
  ApprovalDecision,
  approvalStateLabels,
  type ShownApproval,
} from '#people/approvals/approval.ts';
import { useSession } from '#people/session/session.ts';
import { ApprovalLines } from './approval-lines.tsx';

type Props = { approval: Approval; onChanged: () => void };

type DetailsProps = {
  shown: ShownApproval;
  /** First line of the shown page, counted from the start. */
  from: number;
  onFrom: (from: number) => void;
  onReload: () => void;
  onChanged: () => void;
};

/** The requested change, before and after, with the reader's options. */
export function ApprovalDetails({ shown, from, onFrom, onReload, onChanged }: DetailsProps) {
  const { approval, digest } = shown;
  const { title, subject, facts, reason, askedBy, askedAt, dueAt, state } = approval;
  const { appraisalIds, decidedBy, decidedAt, note, mayDecide, whyNot, mayWithdraw } = approval;
  const isWaiting = state === 'waiting';
  return (
    <div className="grid gap-5">
      <Facts>
        <Fact label="内容">
          {approval.to === '' ? (
            title
          ) : (
            <Link className={link} to={adminPath(approval.to)}>
              {title}
            </Link>
          )}
        </Fact>
        <Fact label="対象">
          <b className="wrap-anywhere">{subject}</b>
        </Fact>
        <Fact label="お申し込み">
          {appraisalIds.length > 0 && <Applications appraisalIds={appraisalIds} />}
        </Fact>
        <Fact label="理由">
          {reason && <span className="whitespace-pre-wrap wrap-anywhere">{reason}</span>}
        </Fact>
        <Fact label="依頼した人">
          <span className="wrap-anywhere">{askedBy}</span>
          <span className="block text-sm text-ink-2 tabular-nums">{formatDateTime(askedAt)}</span>
        </Fact>
        <Fact label="反映の予定">{isWaiting && dueText(dueAt)}</Fact>
        <Fact label="結果">
          {decidedAt && (
            <>
              {approvalStateLabels[state]}
              <span className="block text-sm wrap-anywhere text-ink-2 tabular-nums">
                {decidedBy}　{formatDateTime(decidedAt)}
              </span>
            </>
          )}
        </Fact>
        <Fact label="メモ">
          {note && <span className="whitespace-pre-wrap wrap-anywhere">{note}</span>}
        </Fact>
      </Facts>
      <Table
        caption="変更の前と後"
        onPhones="cards"
        rows={facts}
        rowKey={({ label }) => label}
        columns={[
          { label: '項目', isRowHeader: true, cell: ({ label }) => label },
          { label: 'これまで', cell: ({ before }) => <Value text={before} /> },
          {
            label: 'これから',
            cell: ({ before, after }) => <Value text={after} isChanged={before !== after} />,
          },
        ]}
      />
      <ApprovalLines shown={shown} from={from} onFrom={onFrom} />
      <Origins approval={approval} />
      {mayDecide && <DecisionForm {...{ approval, digest, onReload, onChanged }} />}
      {mayWithdraw && <Withdrawal approval={approval} onChanged={onChanged} />}
      {isWaiting && !mayDecide && !mayWithdraw && <p className="text-sm text-ink-2">{whyNot}</p>}
    </div>
  );
}

const unknown = '記録なし';

/** Devices and networks of the requester and the decider side by side, with what both have in common. */
function Origins({ approval }: Pick<Props, 'approval'>) {
  const { askedVia, decidedVia, state, mayDecide } = approval;
  const isWaiting = state === 'waiting';
  const other = isWaiting && !mayDecide ? null : decidedVia;
  const rows = [
    { label: '端末', asked: askedVia.device, decided: other?.device ?? '' },
    { label: '接続元', asked: askedVia.from, decided: other?.from ?? '' },
  ];
  const same = rows.filter(({ asked, decided }) => asked === decided && !isUnknown(asked));
  return (
    <>
      <Table
        caption="依頼と判断に使われた端末"
        onPhones="cards"
        rows={rows}
        rowKey={({ label }) => label}
        columns={[
          { label: '項目', isRowHeader: true, cell: ({ label }) => label },
          { label: '依頼した人', cell: ({ asked }) => <Value text={asked || unknown} /> },
          {
            label: isWaiting ? 'あなた' : '判断した人',
            cell: ({ decided }) => <Value text={decided || (other ? unknown : '')} />,
          },
        ]}
      />
      {same.length > 0 && (
        <Notice kind="error" title={`${same.map(({ label }) => label).join('と')}が同じです`}>
          同じ人が2人分の操作をしていないか、依頼した人に直接お確かめください。
        </Notice>
      )}
    </>
  );
}

/** Unknown values are not a match. */
const isUnknown = (text: string) => text === '' || text === 'unknown';

const link = 'font-bold text-coral-dark underline underline-offset-4';

/** The applications' numbers; links for those who may open them. */
function Applications({ appraisalIds }: Pick<Approval, 'appraisalIds'>) {
  const { role } = useSession();
  const mayOpen = may(role, 'applications.read');
  return (
    <ScrollBox label="対象の申し込み" className="max-h-60">
      <ul className="flex flex-wrap gap-x-4 tabular-nums">
        {appraisalIds.map((appraisalId) => (
          <li key={appraisalId}>
            {mayOpen ? (
              <Link className={link} to={`/admin/applications/${appraisalId}`}>
                {appraisalId}
              </Link>
            ) : (
              appraisalId
            )}
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}

const dueText = (dueAt: string | null) =>
  dueAt === null
    ? 'もう1人が承認したとき'
    : `${formatDateTime(dueAt)}に自動で（ほかに承認できる人がいないため）`;

function Value({ text, isChanged = false }: { text: string; isChanged?: boolean }) {
  return (
    <span className={`wrap-anywhere tabular-nums ${isChanged ? 'font-bold text-coral-dark' : ''}`}>
      {text}
    </span>
  );
}

const NoteEntry = z.object({ note: ApprovalDecision.shape.note });
type NoteEntry = z.infer<typeof NoteEntry>;

function DecisionForm({
  approval: { id },
  digest,
  onReload,
  onChanged,
}: Props & Pick<ShownApproval, 'digest'> & Pick<DetailsProps, 'onReload'>) {
  const [isStale, setStale] = useState(false);
  const form = useForm({ schema: NoteEntry, initial: { note: '' } });
  const submission = useSubmission(
    (body: ApprovalDecision) => api<Approval>(`/api/office/approvals/${id}/decide`, { body }),
    {
      form,
      onDone({ state }) {
        showToast(state === 'done' ? '承認して反映しました。' : '見送りました。');
        onChanged();
      },
    },
  );
  const send = (outcome: ApprovalDecision['outcome']) =>
    form.submit(async ({ note }: NoteEntry) => {
      const result = await submission.send({ digest, outcome, note });
      setStale(result?.kind === 'refused' && result.type === 'Conflict');
    });
  return (
    <Form form={form} className="grid gap-4" onSubmit={send('approve')}>
      <ErrorSummary form={form} />
      <TextArea
        form={form}
        path="note"
        label="メモ"
        rows={2}
        maxLength={500}
        help="記録に残ります。"
      />
      <StepError step={{ message: submission.message, isStale }} onReload={onReload} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="outline"
          size="small"
          isBusy={submission.isPending}
          onClick={() => send('decline')()}
        >
          見送る
        </Button>
        <Button type="submit" size="small" isBusy={submission.isPending}>
          承認して反映する
        </Button>
      </div>
    </Form>
  );
}

function Withdrawal({ approval: { id }, onChanged }: Props) {
  const submission = useSubmission(
    (_: true) => api<Approval>(`/api/office/approvals/${id}/withdraw`, { method: 'POST' }),
    {
      onDone() {
        showToast('依頼を取り下げました。');
        onChanged();
      },
    },
  );
  return (
    <div>
      <SubmitError message={submission.message} />
      <p className="flex justify-end">
        <Button
          variant="outline"
          size="small"
          isBusy={submission.isPending}
          onClick={() => submission.send(true)}
        >
          依頼を取り下げる
        </Button>
      </p>
    </div>
  );
}
