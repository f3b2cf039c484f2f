import { useState } from 'react';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import {
  correctionUndoMinutes,
  type ResultCorrection,
  type ResultHistory,
} from '#warehouse/results/result-correction.ts';
import { CorrectionForm, type TypedCorrection, typedCorrection } from './correction-values.ts';

type CorrectProps = {
  appraisalId: string;
  history: ResultHistory;
  /** Also called after a refused correction, because the result may have changed meanwhile. */
  onClose: () => void;
};

/** Corrects one result: its old and new content, the reason, and the consequences. */
export function CorrectResultDialog({ isOpen, ...props }: CorrectProps & { isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} title="この結果を訂正しますか？" onClose={props.onClose}>
      <CorrectForm key={props.history.version} {...props} />
    </Dialog>
  );
}

const outcomeChoices = Object.entries(appraisalOutcomes).map(([value, { label }]) => ({
  value,
  label,
}));

function CorrectForm({ appraisalId, history, onClose }: CorrectProps) {
  const form = useForm({ schema: CorrectionForm, initial: typedCorrection(history) });
  const submission = useSubmission(
    (body: ResultCorrection) =>
      send('POST /api/office/results/:appraisalId/correct', { params: { appraisalId }, body }),
    {
      form,
      onDone() {
        showToast('査定結果を訂正しました。');
        onClose();
      },
    },
  );
  const [question, setQuestion] = useState<Question>();
  async function correct(correction: ResultCorrection) {
    const outcome = await submission.send(correction);
    const errors = outcome?.kind === 'invalid' ? outcome.errors : [];
    const asked = errors.find(({ path }) => path === 'checkedYen');
    if (asked) setQuestion({ yen: yenAfter(correction), message: asked.message });
  }
  const after = typedYen(form.values);
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(correct)}>
      <ErrorSummary form={form} />
      <SelectField form={form} path="outcome" label="結果" required choices={outcomeChoices} />
      <div className="grid gap-3 narrow:grid-cols-2">
        <NumberField form={form} path="itemCount" label="点数" />
        <NumberField form={form} path="pricedCount" label="値段がついた点数" />
        <NumberField form={form} path="appraisedYen" label="査定金額（円）" />
        <NumberField form={form} path="bonusYen" label="加算額（円）" />
      </div>
      <Items form={form} values={form.values} />
      <TextArea
        form={form}
        path="reason"
        label="訂正の理由"
        required
        rows={3}
        maxLength={500}
        help="寄付者へのメールと、寄付者のページに載ります。"
      />
      <Consequences history={history} after={after} />
      {question && question.yen === after && <SumQuestion form={form} question={question} />}
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        <Button type="submit" size="small" isBusy={submission.isPending}>
          訂正する
        </Button>
      </div>
    </Form>
  );
}

function NumberField({ form, path, label }: { form: FormFields; path: string; label: string }) {
  return (
    <TextField form={form} path={path} label={label} required inputMode="numeric" maxLength={12} />
  );
}

function Items({ form, values }: { form: FormFields; values: TypedCorrection }) {
  if (values.items.length === 0) return null;
  return (
    <Disclosure summary={`お品物ごとの明細（${values.items.length}件）`}>
      <ol className="grid gap-5">
        {values.items.map(({ from, name }, index) => (
          <li key={from} className="grid gap-2">
            <p className="font-bold wrap-anywhere">{name}</p>
            <div className="grid grid-cols-2 gap-3">
              <NumberField form={form} path={`items.${index}.quantity`} label="点数" />
              <NumberField form={form} path={`items.${index}.amountYen`} label="金額（円）" />
            </div>
            <TextField
              form={form}
              path={`items.${index}.destination`}
              label="行き先"
              required
              maxLength={60}
            />
            <TextField form={form} path={`items.${index}.reason`} label="理由" maxLength={200} />
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

const yenAfter = ({ appraisedYen, bonusYen }: ResultCorrection) => appraisedYen + bonusYen;

function typedYen(values: TypedCorrection): number | undefined {
  const parsed = CorrectionForm.safeParse({ ...values, reason: '-', items: [] });
  return parsed.success ? yenAfter(parsed.data) : undefined;
}

/** An unlikely amount, with the reason. */
type Question = { yen: number; message: string };

/** Asks to confirm exactly this amount; another amount clears the tick. */
function SumQuestion({
  form,
  question: { yen, message },
}: {
  form: FormFields;
  question: Question;
}) {
  const tick = form.register('checkedYen');
  return (
    <Notice title="金額をお確かめください">
      <p>{message}</p>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-bold">
        <input
          id={tick.id}
          type="checkbox"
          className="size-6 shrink-0 cursor-pointer accent-coral"
          checked={tick.value === yen}
          onChange={(event) => tick.change(event.currentTarget.checked ? yen : null)}
        />
        金額を確かめました（{formatYen(yen)}円）
      </label>
    </Notice>
  );
}

/** Old and new result side by side, and the consequences of the correction. */
function Consequences({ history, after }: { history: ResultHistory; after: number | undefined }) {
  const before = history.results[0]?.donationYen ?? 0;
  const { receipts, hasPledge } = history;
  return (
    <div className="rounded-tile bg-sand px-4 py-3">
      <p className="font-bold tabular-nums">
        {formatYen(before)}円 → {after === undefined ? '—' : `${formatYen(after)}円`}
      </p>
      <ul className="mt-1 list-disc pl-5 text-sm">
        <li>
          この方だけに、訂正のメールをお送りします。{correctionUndoMinutes}
          分のあいだは取り消せます。
        </li>
        {receipts.length > 0 && (
          <li>
            受領証明書{receipts.join('、')}
            は無効になり、残る金額があれば、新しい番号で発行し直します。
          </li>
        )}
        {hasPledge && (
          <li>
            #mypledgeは、寄付が残れば公開されたままです。寄付がなくなるときは、公開を止めます。
          </li>
        )}
      </ul>
    </div>
  );
}
