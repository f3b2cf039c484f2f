import * as z from 'zod/mini';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { monthInWords } from '#kit/values/days/month.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { TypedBalance } from '#money/bank-lines/bank-line.ts';
import { type CloseReview, Explanation } from '#money/month-close/month-close.ts';
import { useSession } from '#people/session/session.ts';
import { CheckLines } from './check-lines.tsx';
import { FiguresTable } from './month-figures.tsx';

/** The checks before closing the oldest open month, and the request to close it. */
export function CheckList({ month, onAsked }: { month: string; onAsked: () => void }) {
  const { value, problem, isLoading, reload } = useQuery(
    addressOf('GET /api/office/month-close/:month/checks', { params: { month } }),
  );
  return (
    <Panel
      title={`${monthInWords(month)}を締める前の確認`}
      action={
        value && (
          <Button variant="outline" size="small" isBusy={isLoading} onClick={reload}>
            もう一度確かめる
          </Button>
        )
      }
    >
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <ProgressBar label="この月の記録を数え直しています。少しお待ちください。" />
      ) : (
        <div className="grid gap-5">
          <CheckLines checks={value.checks} hasLinks />
          <BankBalance key={value.stated?.day} review={value} onStated={reload} />
          <Disclosure summary="科目ごとの動きと残高">
            <FiguresTable figures={value.figures} />
          </Disclosure>
          <AskForm key={value.digest} review={value} onAsked={onAsked} />
        </div>
      )}
    </Panel>
  );
}

const Explanations = z.object({ explanations: z.array(Explanation), bankReason: z.string() });
type Explanations = z.infer<typeof Explanations>;

function AskForm({ review, onAsked }: { review: CloseReview; onAsked: () => void }) {
  const { month, digest, held, checks } = review;
  const asksBankReason = checks.some(({ key, state }) => key === 'bank' && state === 'to-explain');
  const { role } = useSession();
  const form = useForm({
    schema: Explanations,
    initial: {
      explanations: held.map(({ appraisalId }) => ({ appraisalId, text: '' })),
      bankReason: '',
    },
  });
  const submission = useSubmission(
    ({ explanations, bankReason }: Explanations) =>
      send('POST /api/office/month-close/:month/ask', {
        params: { month },
        body: { digest, explanations, ...(asksBankReason && { bankReason }) },
      }),
    {
      form,
      onDone({ dueAt }) {
        showToast(
          dueAt === null
            ? '締めることを依頼しました。もう1人の承認で締まります。'
            : `締めることを依頼しました。ほかに承認できる人がいないため、${formatDateTime(dueAt)}に締まります。`,
        );
        onAsked();
      },
    },
  );
  if (!may(role, 'books.close')) return null;
  if (checks.some(({ state }) => state === 'to-mend')) {
    return (
      <p className="font-bold">
        「直してから」の項目を直すと、締めることを依頼できるようになります。
      </p>
    );
  }
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
      <ErrorSummary form={form} />
      {held.map(({ appraisalId, identity, since }, index) => (
        <TextArea
          key={appraisalId}
          form={form}
          path={`explanations.${index}.text`}
          label={`${appraisalId} が保留の理由`}
          help={`${formatDate(since)}から保留、本人確認は「${identity}」です。締めた記録に残るため、お名前などは書かないでください。`}
          required
          rows={2}
          maxLength={500}
        />
      ))}
      {asksBankReason && (
        <TextArea
          form={form}
          path="bankReason"
          label="銀行口座の残高の説明"
          help="差や不明な入出金の理由を書いてください。締めた記録に残るため、お名前などは書かないでください。"
          required
          rows={3}
          maxLength={500}
        />
      )}
      <SubmitError message={submission.message} />
      {submission.isPending ? (
        <ProgressBar label="もう一度確かめて、依頼しています" />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit">{monthInWords(month)}を締めることを依頼する</Button>
          <p className="text-sm text-ink-2">もう1人が承認すると締まり、元には戻せません。</p>
        </div>
      )}
    </Form>
  );
}

/** The bank's balance at the month's end, and a form for it if no bank file has it. */
function BankBalance({
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
      send('POST /api/office/month-close/:month/bank-balance', { params: { month }, body }),
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
