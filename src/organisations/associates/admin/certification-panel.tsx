import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import {
  type AdminAssociateDetail,
  CertificationDraft,
  type CertificationRecord,
  Withdrawal,
} from '#organisations/associates/admin-associate.ts';
import type { PanelProps } from './panel-props.ts';
import { CertificationDay } from './standing-chip.tsx';

const slashDate = (day: string) => day.replaceAll('-', '/');

/** The recorded certifications: added, and withdrawn with a reason, but never changed. */
export function CertificationPanel(props: PanelProps) {
  const { associate, mayEdit } = props;
  const [isAdding, setAdding] = useState(false);
  const [withdrawn, setWithdrawn] = useState<CertificationRecord>();
  return (
    <Panel
      title="認定"
      action={
        mayEdit && (
          <Button variant="outline" size="small" onClick={() => setAdding(true)}>
            認定を記録する
          </Button>
        )
      }
    >
      <p className="text-sm">
        控除：{associate.isDeductible ? '今日の寄付は対象です' : '今日の寄付は対象外です'}
        <span className="block">
          期限：
          <CertificationDay {...associate} />
        </span>
      </p>
      {associate.certifications.length === 0 && (
        <p className="mt-2 text-sm text-ink-2">認定の記録はありません。</p>
      )}
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {associate.certifications.map((one) => (
          <CertificationItem
            key={one.id}
            record={one}
            onWithdraw={mayEdit ? () => setWithdrawn(one) : undefined}
          />
        ))}
      </ul>
      <Dialog isOpen={isAdding} title="認定を記録する" onClose={() => setAdding(false)}>
        <AddForm {...props} onClose={() => setAdding(false)} />
      </Dialog>
      <Dialog
        isOpen={withdrawn !== undefined}
        title="認定の記録を取り下げる"
        onClose={() => setWithdrawn(undefined)}
      >
        {withdrawn && (
          <WithdrawForm {...props} record={withdrawn} onClose={() => setWithdrawn(undefined)} />
        )}
      </Dialog>
    </Panel>
  );
}

function CertificationItem({
  record: { number, authority, certifiedOn, expiresOn, hasTaxCredit, withdrawnAt },
  onWithdraw,
}: {
  record: CertificationRecord;
  onWithdraw: (() => void) | undefined;
}) {
  return (
    <li className="py-2 text-sm">
      <p className={withdrawnAt ? 'text-ink-2 line-through' : 'font-bold'}>
        {number}（{authority}）
      </p>
      <p className="tabular-nums">
        {slashDate(certifiedOn)}から{slashDate(expiresOn)}まで
        {hasTaxCredit ? '・税額控除あり' : '・税額控除なし'}
      </p>
      {withdrawnAt ? (
        <Chip>取り下げ済み</Chip>
      ) : (
        onWithdraw && (
          <Button variant="quiet" size="small" onClick={onWithdraw}>
            取り下げる<span className="sr-only">：{number}</span>
          </Button>
        )
      )}
    </li>
  );
}

function AddForm({ path, onChanged, onClose }: PanelProps & { onClose: () => void }) {
  const form = useForm({
    schema: CertificationDraft,
    initial: { number: '', authority: '', certifiedOn: '', expiresOn: '', hasTaxCredit: true },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: CertificationDraft) => api<AdminAssociateDetail>(`${path}/certifications`, { body }),
    {
      form,
      onDone(changed) {
        showToast('認定を記録しました。');
        onChanged(changed);
        onClose();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextField form={form} path="number" label="認定の番号" required maxLength={100} />
      <TextField
        form={form}
        path="authority"
        label="認定した所轄庁"
        required
        maxLength={100}
        help="例：東京都知事"
      />
      <TextField form={form} path="certifiedOn" type="date" label="認定された日" required />
      <TextField
        form={form}
        path="expiresOn"
        type="date"
        label="期限の日（当日まで有効）"
        required
      />
      <Checkbox form={form} path="hasTaxCredit" label="税額控除の対象になる証明がある" />
      <p className="text-sm text-ink-2">
        記録は書き換えられません。間違えたときは、取り下げてから記録し直します。
      </p>
      <FormButtons submission={submission} onCancel={onClose}>
        記録する
      </FormButtons>
    </Form>
  );
}

function WithdrawForm({
  path,
  record,
  onChanged,
  onClose,
}: PanelProps & { record: CertificationRecord; onClose: () => void }) {
  const form = useForm({ schema: Withdrawal, initial: { reason: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    (body: { reason: string }) =>
      api<AdminAssociateDetail>(`${path}/certifications/${record.id}/withdraw`, { body }),
    {
      form,
      onDone(changed) {
        showToast('認定の記録を取り下げました。');
        onChanged(changed);
        onClose();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>
        {record.number}
        を取り下げると、この認定の期間に団体へ届いた寄付には、新しく受領証明書を発行できなくなります。発行済みの証明書は、そのまま残ります。
      </p>
      <TextField
        form={form}
        path="reason"
        label="取り下げる理由"
        required
        maxLength={200}
        help="運営の記録に残ります。"
      />
      <FormButtons submission={submission} onCancel={onClose}>
        取り下げる
      </FormButtons>
    </Form>
  );
}
