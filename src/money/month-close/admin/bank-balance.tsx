import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { monthInWords } from '#kit/values/days/month-schema.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { TypedBalance } from '#money/bank-lines/bank-line.ts';
import type { CloseReview } from '#money/month-close/month-close.ts';
import { useSession } from '#people/session/session.ts';

/** The bank's balance at the month's end, and a form for it if no bank file has it. */
export function BankBalance({
  review: { month, stated },
  onStated,
}: {
  review: CloseReview;
  onStated: () => void;
}) {
  const { role } = useSession();
  const form = useForm({
    schema: TypedBalance,
    initial: { balanceYen: '' as unknown as number },
  });
  const submission = useSubmission(
    (body: TypedBalance) =>
      api<CloseReview>(`/api/office/month-close/${month}/bank-balance`, { body }),
    {
      form,
      onDone() {
        showToast('銀行の残高を記録しました。');
        onStated();
      },
    },
  );
  if (!may(role, 'books.close')) return null;
  return (
    <Disclosure summary="銀行の明細の残高">
      <div className="grid gap-3">
        <p className="text-sm">
          {stated
            ? `${formatDate(stated.day)}の残高は${formatYen(stated.balanceYen)}円です（${stated.source === 'file' ? '取り込んだ明細から' : '手で入力'}）。`
            : 'この月の残高は、まだ記録されていません。残高の列がある明細を取り込むと、自動で記録されます。'}
        </p>
        <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-3">
          <ErrorSummary form={form} />
          <NumberField
            form={form}
            path="balanceYen"
            label={`${monthInWords(month)}の月末の残高（円）`}
            required
            isSigned
            help="借り越しのときは、前に「−」をつけてください。"
          />
          <SubmitError message={submission.message} />
          <div>
            <Button type="submit" variant="outline" size="small" isBusy={submission.isPending}>
              残高を記録する
            </Button>
          </div>
        </Form>
      </div>
    </Disclosure>
  );
}
