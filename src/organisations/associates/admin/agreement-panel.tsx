import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type AdminAssociateDetail,
  type Agreement,
  AgreementDraft,
  agreementPublishing,
  percentOf,
} from '#organisations/associates/admin-associate.ts';
import { NumberField } from '#organisations/associates/editor/number-field.tsx';
import type { PanelProps } from './panel-props.ts';

const publishingChoices = Object.entries(agreementPublishing).map(([value, label]) => ({
  value,
  label,
}));
const slashDate = (day: string) => day.replaceAll('-', '/');

/** The agreements with the service, latest first; a new one leaves earlier ones unchanged. */
export function AgreementPanel(props: PanelProps) {
  const { agreements } = props.associate;
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel
      title="契約"
      action={
        props.mayEdit && (
          <Button variant="outline" size="small" onClick={() => setAdding(true)}>
            契約を記録する
          </Button>
        )
      }
    >
      {agreements.length === 0 && (
        <p className="text-sm text-ink-2">契約の記録はありません。公開するには契約が必要です。</p>
      )}
      <ul className="divide-y divide-dashed divide-line">
        {agreements.map((one) => (
          <AgreementItem key={one.id} agreement={one} />
        ))}
      </ul>
      <Dialog isOpen={isAdding} title="契約を記録する" onClose={() => setAdding(false)}>
        <AddForm {...props} onClose={() => setAdding(false)} />
      </Dialog>
    </Panel>
  );
}

function AgreementItem({ agreement }: { agreement: Agreement }) {
  const { startsOn, endsOn, publishes, note, createdAt } = agreement;
  const { feeBasisPoints, handlingYen, minimumYen, issuesLateReceipts } = agreement;
  return (
    <li className="py-2 text-sm">
      <p className="font-bold tabular-nums">
        {slashDate(startsOn)}から{endsOn ? `${slashDate(endsOn)}まで` : '（期限なし）'}
      </p>
      <p>
        手数料{percentOf(feeBasisPoints)}％・送料と作業費は1箱{formatYen(handlingYen)}
        円・送金の下限{formatYen(minimumYen)}円
      </p>
      <p>
        {issuesLateReceipts
          ? 'お申し込みのときに希望しなかった方にも、あとから受領証明書を発行します'
          : '受領証明書は、お申し込みのときに希望した方にだけ発行します'}
      </p>
      <p>{agreementPublishing[publishes]}</p>
      {note && <p className="whitespace-pre-line text-ink-2">{note}</p>}
      <p className="text-ink-2">{formatDate(createdAt)}に記録</p>
    </li>
  );
}

function AddForm({ path, onChanged, onClose }: PanelProps & { onClose: () => void }) {
  const form = useForm({
    schema: AgreementDraft,
    initial: {
      startsOn: '',
      endsOn: '',
      feePercent: '',
      handlingYen: 0 as number | null,
      issuesLateReceipts: true,
      minimumYen: 0 as number | null,
      publishes: 'after-look',
      note: '',
    },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: AgreementDraft) => api<AdminAssociateDetail>(`${path}/agreements`, { body }),
    {
      form,
      onDone(changed) {
        showToast('契約を記録しました。');
        onChanged(changed);
        onClose();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextField form={form} path="startsOn" type="date" label="契約の始まる日" required />
      <TextField form={form} path="endsOn" type="date" label="契約の終わる日" optional />
      <TextField
        form={form}
        path="feePercent"
        label="手数料（％）"
        required
        inputMode="decimal"
        help="小数は2桁までです（例：12.5）"
      />
      <NumberField
        form={form}
        path="handlingYen"
        label="送料・作業費（1箱あたり・円）"
        required
        help="寄付から差し引く、1箱あたりの額です。差し引かないときは0にしてください。"
      />
      <NumberField
        form={form}
        path="minimumYen"
        label="送金の下限（円）"
        required
        help="届かない月は、次の月に繰り越します。"
      />
      <SelectField
        form={form}
        path="publishes"
        label="団体が変更した内容の公開"
        required
        choices={publishingChoices}
      />
      <Checkbox
        form={form}
        path="issuesLateReceipts"
        label="あとからの受領証明書を発行する"
        optional
      >
        お申し込みのときに希望しなかった方にも、お求めがあれば発行します。
      </Checkbox>
      <TextArea form={form} path="note" label="メモ" rows={2} maxLength={1000} />
      <p className="text-sm text-ink-2">前の契約は、履歴としてそのまま残ります。</p>
      <FormButtons submission={submission} onCancel={onClose}>
        記録する
      </FormButtons>
    </Form>
  );
}
