import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ConfirmationRow } from '#organisations/confirmations/confirmation.ts';
import { HidingReason, type StaffUseReport } from '#organisations/use-reports/use-report.ts';

/** What an organisation said of its transfers and gifts; loaded on request, since the read is recorded. */
export function UsesPanel({ associateId, mayEdit }: { associateId: string; mayEdit: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title="受け取りと使い道">
      {isOpen ? (
        <Uses associateId={associateId} mayEdit={mayEdit} />
      ) : (
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          確認と報告を見る
        </Button>
      )}
    </Panel>
  );
}

function Uses({ associateId, mayEdit }: { associateId: string; mayEdit: boolean }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/associates/:associateId/uses', { params: { associateId } }),
  );
  const [chosen, setChosen] = useState<StaffUseReport>();
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={4} label="確認と報告を読み込んでいます" />;
  return (
    <>
      <h3 className="font-sans text-base">使い道の報告</h3>
      {value.reports.length === 0 && <p className="text-sm text-ink-2">まだありません。</p>}
      <ul className="divide-y divide-dashed divide-line">
        {value.reports.map((report) => (
          <Report
            key={report.id}
            report={report}
            onChoose={mayEdit ? () => setChosen(report) : undefined}
          />
        ))}
      </ul>
      <div className="mt-4">
        <Disclosure summary={`受け取りの確認（${value.confirmations.length}件）`}>
          <ul className="grid gap-2 text-sm">
            {value.confirmations.map((one) => (
              <Confirmation key={`${one.remittanceId} ${one.turn}`} confirmation={one} />
            ))}
          </ul>
        </Disclosure>
      </div>
      <Dialog
        isOpen={chosen !== undefined}
        title={chosen?.isHidden ? '公開の停止を解く' : '文章と写真の公開を停止する'}
        onClose={() => setChosen(undefined)}
      >
        {chosen && (
          <HideForm
            report={chosen}
            onClose={() => setChosen(undefined)}
            onDone={() => {
              setChosen(undefined);
              reload();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Report({
  report: { title, from, to, yen, gifts, edition, isHidden, hiddenReason },
  onChoose,
}: {
  report: StaffUseReport;
  onChoose: (() => void) | undefined;
}) {
  return (
    <li className="py-2 text-sm">
      <p className="font-bold wrap-anywhere">{title}</p>
      <p className="tabular-nums">
        {formatDate(from)}〜{formatDate(to)}　{formatYen(yen)}円（寄付{formatYen(gifts)}件
        {edition > 1 && `、第${edition}版`}）
      </p>
      {isHidden && (
        <p>
          <Chip tone="error">公開を停止</Chip> {hiddenReason}
        </p>
      )}
      {onChoose && (
        <Button variant="quiet" size="small" onClick={onChoose}>
          {isHidden ? '停止を解く' : '公開を停止する'}
          <span className="sr-only">：{title}</span>
        </Button>
      )}
    </li>
  );
}

const Confirmation = ({
  confirmation: { at, amountYen, number, isTakenBack, reason },
}: {
  confirmation: ConfirmationRow;
}) => (
  <li className="tabular-nums">
    {formatDate(at)}　{formatYen(amountYen)}円　{number}　
    {isTakenBack ? `取り消し（${reason}）` : '受け取りを確認'}
  </li>
);

function HideForm({
  report: { id, title, isHidden },
  onDone,
  onClose,
}: {
  report: StaffUseReport;
  onDone: () => void;
  onClose: () => void;
}) {
  const form = useForm({
    schema: HidingReason,
    initial: { reason: '', isHidden: !isHidden },
  });
  const submission = useSubmission(
    (body: HidingReason) =>
      send('POST /api/office/use-reports/:reportId/hide', { params: { reportId: id }, body }),
    {
      form,
      onDone() {
        showToast(isHidden ? '停止を解きました。' : '公開を停止しました。');
        onDone();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <p>
        「{title}」
        {isHidden
          ? 'の文章と写真を、もう一度公開します。'
          : 'の文章と写真を隠します。期間と金額、寄付との結びつきは残ります。'}
      </p>
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="reason"
        label="理由"
        required
        maxLength={200}
        help="団体の担当者に表示します。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        {isHidden ? '停止を解く' : '公開を停止する'}
      </FormButtons>
    </Form>
  );
}
