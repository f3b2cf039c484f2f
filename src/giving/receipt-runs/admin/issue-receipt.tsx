import { useState } from 'react';
import { OperatorReceipt } from '#giving/receipt-runs/receipt-run.ts';
import { SaveButton } from '#kit/client/save-button.tsx';
import { addressOf, send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';

const kinds = [
  { value: 'donation', label: 'この寄付1件', note: 'この申し込みの寄付だけの証明書です。' },
  { value: 'year', label: '1年分', note: '同じ方の、同じ団体への1年分の寄付をまとめます。' },
];

/** Issues a receipt for a donor at their request, and prints it for the post. */
export function IssueReceipt({ appraisalId }: { appraisalId: string }) {
  const [isAsking, setAsking] = useState(false);
  const [number, setNumber] = useState<string>();
  return (
    <>
      <p className="text-sm text-ink-2">
        お電話などで頼まれたときに、寄付者に代わって発行します。同じ寄付の前の証明書は、新しい証明書に差し替わります。
      </p>
      {number !== undefined && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p className="font-bold tabular-nums">証明書 {number} を発行しました。</p>
          <SaveButton
            path={addressOf('GET /api/office/receipts/:number/post.pdf', { params: { number } })}
            fileName={`receipt-to-post-${number}.pdf`}
            label="郵送用のPDF"
            about={`証明書${number}`}
          />
        </div>
      )}
      <p className="mt-3">
        <Button variant="outline" size="small" onClick={() => setAsking(true)}>
          受領証明書を発行する
        </Button>
      </p>
      <Dialog isOpen={isAsking} title="受領証明書を発行しますか？" onClose={() => setAsking(false)}>
        <IssueForm
          appraisalId={appraisalId}
          onClose={() => setAsking(false)}
          onDone={(issued) => {
            setNumber(issued);
            setAsking(false);
          }}
        />
      </Dialog>
    </>
  );
}

function IssueForm({
  appraisalId,
  onClose,
  onDone,
}: {
  appraisalId: string;
  onClose: () => void;
  onDone: (number: string) => void;
}) {
  const form = useForm<{ kind: string; reason: string }, OperatorReceipt>({
    schema: OperatorReceipt,
    initial: { kind: 'donation', reason: '' },
  });
  const submission = useSubmission(
    (body: OperatorReceipt) =>
      send('POST /api/office/applications/:appraisalId/receipt', { params: { appraisalId }, body }),
    { form, onDone: ({ number }) => onDone(number) },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
      <ErrorSummary form={form} />
      <RadioCards
        form={form}
        path="kind"
        label="証明書の種類"
        required
        choices={kinds}
        columns={2}
      />
      <TextArea form={form} path="reason" label="理由" required rows={3} maxLength={200} />
      <FormButtons submission={submission} onCancel={onClose}>
        発行する
      </FormButtons>
    </Form>
  );
}
