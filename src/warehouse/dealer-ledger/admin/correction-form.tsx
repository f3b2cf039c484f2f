import { useNavigate } from 'react-router';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { type DealerEntry, EntryCorrection } from '#warehouse/dealer-ledger/dealer-entry.ts';
import {
  identityMethods,
  methodLabel,
  notConfirmedMethod,
} from '#warehouse/identity-checks/methods.ts';

const methods = [...identityMethods, notConfirmedMethod].map((value) => ({
  value,
  label: methodLabel(value),
}));

/** Replaces a line by a corrected one, with the reason. */
export function CorrectionForm({
  entry,
  onDone,
  onClose,
}: {
  entry: DealerEntry;
  onDone: () => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const form = useForm({
    schema: EntryCorrection,
    initial: initialOf(entry),
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: EntryCorrection) =>
      api<DealerEntry>(`/api/office/dealer-ledger/${entry.number}/correct`, { body }),
    {
      form,
      onDone(written) {
        showToast('訂正の行を書きました。もとの行も残っています。');
        onDone();
        navigate(`/admin/dealer-ledger/${written.number}`);
      },
    },
  );
  return (
    <Panel title="訂正の行を書く">
      <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
        <ErrorSummary form={form} />
        <p>もとの行は消えません。新しい行が加わり、互いに番号で結ばれます。</p>
        <TextField form={form} path="tradedOn" label="取引の日" type="date" required />
        <TextField form={form} path="kind" label="品目" required />
        <NumberField form={form} path="quantity" label="数量" required />
        <TextArea form={form} path="feature" label="特徴" required rows={2} maxLength={300} />
        <NumberField form={form} path="priceYen" label="代価（円）" required />
        <TextField form={form} path="partyName" label="氏名" required />
        <TextField form={form} path="partyAddress" label="住所" required />
        <TextField form={form} path="partyOccupation" label="職業" required />
        <NumberField form={form} path="partyAge" label="年齢" required />
        <SelectField
          form={form}
          path="identityMethod"
          label="確認の方法"
          required
          choices={methods}
        />
        <TextField form={form} path="letterNumber" label="郵便の番号" optional />
        <TextField form={form} path="letterSentOn" label="郵便の発送日" type="date" optional />
        <TextField form={form} path="letterDeliveredOn" label="郵便の到達日" type="date" optional />
        <TextArea form={form} path="reason" label="訂正の理由" required rows={3} maxLength={300} />
        <FormButtons submission={submission} onCancel={onClose}>
          訂正の行を書く
        </FormButtons>
      </Form>
    </Panel>
  );
}

const initialOf = (entry: DealerEntry): EntryCorrection => ({
  tradedOn: entry.tradedOn,
  kind: entry.kind,
  quantity: entry.quantity,
  feature: entry.feature,
  priceYen: entry.priceYen,
  partyName: entry.partyName,
  partyAddress: entry.partyAddress,
  partyOccupation: entry.partyOccupation,
  partyAge: entry.partyAge,
  identityMethod: entry.identityMethod as EntryCorrection['identityMethod'],
  letterNumber: entry.letterNumber,
  letterSentOn: entry.letterSentOn ?? '',
  letterDeliveredOn: entry.letterDeliveredOn ?? '',
  reason: '',
});
