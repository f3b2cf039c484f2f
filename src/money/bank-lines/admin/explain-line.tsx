import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  type BankLine,
  BankLineExplanation,
  bankLineKinds,
  bankLineLabels,
} from '#money/bank-lines/bank-line.ts';

type Props = { line: BankLine | undefined; onClose: () => void; onDone: () => void };

/** Asks for the kind and the reason of a bank statement line. */
export const ExplainLine = ({ line, onClose, onDone }: Props) => (
  <Dialog isOpen={line !== undefined} title="何の入出金ですか？" onClose={onClose}>
    {line && (
      <ExplanationForm
        key={`${line.answerId}:${line.row}:${line.version}`}
        line={line}
        onClose={onClose}
        onDone={onDone}
      />
    )}
  </Dialog>
);

function ExplanationForm({ line, onClose, onDone }: Props & { line: BankLine }) {
  const { answerId, row, version } = line;
  const form = useForm({
    schema: BankLineExplanation,
    initial: { kind: '' as BankLineExplanation['kind'], reason: '', version },
  });
  const submission = useSubmission(
    (body: BankLineExplanation) =>
      api<BankLine>(`/api/office/bank-lines/${encodeURIComponent(answerId)}/${row}/explain`, {
        body,
      }),
    {
      form,
      onDone() {
        showToast('記録しました。反対の記帳を加えました。');
        onClose();
        onDone();
      },
    },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
      <ErrorSummary form={form} />
      <p className="wrap-anywhere">
        {formatDate(line.day)}の{line.amountYen < 0 ? '出金' : '入金'}
        <b className="mx-1 tabular-nums">{formatYen(Math.abs(line.amountYen))}円</b>（
        {line.description}）を、いまの「{bankLineLabels[line.kind]}」から変えます。
      </p>
      <SelectField
        form={form}
        path="kind"
        label="内容"
        required
        emptyLabel="選んでください"
        choices={[
          ...bankLineKinds
            .filter((kind) => kind !== line.kind)
            .map((kind) => ({ value: kind, label: bankLineLabels[kind] })),
          { value: 'again', label: '送金の着金・組戻しとして、明細から読み直す' },
        ]}
      />
      <TextArea form={form} path="reason" label="理由" required rows={3} maxLength={300} />
      <FormButtons submission={submission} onCancel={onClose}>
        記録する
      </FormButtons>
    </Form>
  );
}
