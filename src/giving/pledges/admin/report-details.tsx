import { useState } from 'react';
import type {
  AdminPledge,
  AdminPledgeReport,
  AdminPledgeState,
} from '#giving/pledges/admin-pledge-report.ts';
import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { ReportedPledge } from './reported-pledge.tsx';
import { WithholdForm } from './withhold-form.tsx';

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
      api<AdminPledgeReport>(`/api/office/pledge-reports/${id}`, { body: { isHandled } }),
    {
      onDone(changed) {
        showToast(changed.handledAt ? '対応済みにしました。' : '未対応に戻しました。');
        onChanged();
      },
    },
  );
  const lifting = useSubmission(
    (seen: AdminPledge) =>
      api<AdminPledge>(`/api/office/pledges/${seen.id}/lift`, { body: { state: seen.state } }),
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
