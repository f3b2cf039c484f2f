import { useState } from 'react';
import * as z from 'zod/mini';
import { addressOf } from '#kit/client/send.ts';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { StepError } from '#kit/lists/steps/step-error.tsx';
import { useStep } from '#kit/lists/steps/use-step.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { bankAccountKindLabels, maskedNumber } from '#money/bank-accounts/bank-account.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { TransferDayRequest } from '#money/remittances/run.ts';
import { mostDaysAhead } from '#money/remittances/transfer-day.ts';
import { isOpenToChanges, type RunProps } from './run-props.ts';

/** Figures, days, paying account and actors of a run. */
export function RunFacts(props: RunProps) {
  const { detail, mayManage } = props;
  const { run, carried, payer } = detail;
  return (
    <>
      {run.state === 'dropped' && (
        <Notice title="この送金は取りやめました">
          <p>理由：{run.dropReason}</p>
        </Notice>
      )}
      <Panel title="内容">
        <div className="grid gap-4">
          <dl className="grid grid-cols-2 gap-y-3 narrow:grid-cols-4">
            <Stat label="お支払いする団体" value={formatYen(run.remittances)} unit="団体" />
            <Stat label="送金額" value={formatYen(run.amountYen)} unit="円" />
            <Stat label="着金" value={formatYen(run.confirmedYen)} unit="円" tone="ink" />
            <Stat
              label="組戻し"
              value={formatYen(run.returnedYen)}
              unit="円"
              tone={run.returnedYen > 0 ? 'error' : 'ink'}
            />
          </dl>
          {(run.state === 'sent' || run.state === 'done') && (
            <ProgressBar
              label={`着金 ${formatYen(run.confirmed)}／${formatYen(run.remittances)}団体`}
              value={run.confirmed}
              max={run.remittances}
            />
          )}
          <Facts>
            <Fact label="対象期間">
              <span className="whitespace-nowrap">{formatDate(run.periodFrom)}から</span>{' '}
              <span className="whitespace-nowrap">{formatDate(run.periodTo)}まで</span>
            </Fact>
            <Fact label="振込指定日">
              <span className="flex flex-wrap items-center gap-x-3">
                {formatDate(run.transferOn)}
                {mayManage && isOpenToChanges(detail) && <TransferDay {...props} />}
              </span>
            </Fact>
            <Fact label="振込元">
              <span className="wrap-anywhere">
                {payer.bankName} {payer.branchName} {bankAccountKindLabels[payer.kind]}{' '}
                {maskedNumber(payer.number)}
              </span>
            </Fact>
            <Fact label="次回に繰越">
              {carried.count > 0 ? (
                <Link
                  to={`/admin/remittances/${encodeURIComponent(run.id)}/carried`}
                  className="font-bold text-coral-dark underline underline-offset-4"
                >
                  {formatYen(carried.count)}団体・{yenWords(carried.amountYen)}
                  {carried.blocked > 0 &&
                    `、うち${formatYen(carried.blocked)}団体は振込が戻ってきた口座`}
                  （理由を見る）
                </Link>
              ) : (
                'ありません'
              )}
            </Fact>
            <By label="準備" at={run.createdAt} who={run.createdBy} />
            <By label="承認" at={run.approvedAt} who={run.approvedBy} />
            <By label="銀行へ" at={run.sentAt} who={run.sentBy} />
          </Facts>
        </div>
      </Panel>
    </>
  );
}

function By({ label, at, who }: { label: string; at: string | null; who: string }) {
  return (
    <Fact label={label}>
      {at && (
        <span className="flex flex-wrap gap-x-3">
          <span className="tabular-nums">{formatDateTime(at)}</span>
          <span className="wrap-anywhere">{who}</span>
        </span>
      )}
    </Fact>
  );
}

const Day = z.object({ transferOn: TransferDayRequest.shape.transferOn });

/** Changes the transfer day, until approval is requested. */
export function TransferDay(props: RunProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-sm font-bold text-coral-dark underline underline-offset-4"
        onClick={() => setOpen(true)}
      >
        振込指定日を変える
      </button>
      <Dialog isOpen={isOpen} title="振込指定日を変える" onClose={close}>
        <DayForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}

function DayForm({
  detail: { run },
  onChanged,
  onReload,
  onClose,
}: RunProps & { onClose: () => void }) {
  const form = useForm({ schema: Day, initial: { transferOn: run.transferOn } });
  const step = useStep(
    addressOf('POST /api/office/remittance-runs/:runId/transfer-day', {
      params: { runId: run.id },
    }),
    {
      form,
      done: '振込指定日を変えました。',
      onDone(changed) {
        onClose();
        onChanged(changed);
      },
    },
  );
  return (
    <Form
      form={form}
      className="grid gap-4"
      onSubmit={form.submit(({ transferOn }) => step.send({ transferOn, version: run.version }))}
    >
      <TextField
        form={form}
        path="transferOn"
        label="振込指定日"
        type="date"
        required
        help={`明日から${mostDaysAhead}日先までの、銀行の営業日を選んでください。`}
      />
      <StepError
        step={step}
        onReload={() => {
          onClose();
          onReload();
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={step.isPending}>
          この日にする
        </Button>
      </div>
    </Form>
  );
}
