import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useRoom } from '#organisations/room/use-room.ts';
import { ReportFields } from './report-fields.tsx';
import { type UseFigures, UseReportContent } from './use-report.ts';

/** Reports a use: everything that arrived and is not reported yet, unless the organisation says less. */
export function ReportForm({
  figures: { unreportedYen, oldestOn },
  onReported,
}: {
  figures: UseFigures;
  onReported: () => void;
}) {
  const { associate, facts, reloadFacts } = useRoom();
  const today = jstDay(new Date());
  const form = useForm({
    schema: UseReportContent,
    initial: {
      ...{ title: '', body: '', imageId: '', yen: unreportedYen, to: today },
      from: oldestOn === '' ? today : oldestOn,
    },
  });
  const submission = useSubmission(
    (body: UseReportContent, idempotencyKey) =>
      send('POST /api/staff/associates/:associateId/use-reports', {
        ...{ params: { associateId: associate.id }, body, idempotencyKey },
      }),
    {
      form,
      onDone({ isWaiting }) {
        showToast(
          isWaiting
            ? '確認を依頼しました。運営が確認すると公開されます。'
            : '報告しました。寄付してくださった方にお知らせします。',
        );
        reloadFacts();
        onReported();
      },
    },
  );
  return (
    <Card as="section" aria-labelledby="new-report" className="mb-6">
      <h2 id="new-report" className="text-xl narrow:text-2xl">
        使い道を報告する
      </h2>
      <p className="mt-2 mb-5 text-ink-2">
        届いた順に、ご寄付ひとつひとつと結びつけて、寄付者に「あなたのご寄付は、これに使われました」とお伝えします。
      </p>
      <Form form={form} className="grid gap-6" onSubmit={form.submit(submission.send)}>
        <ErrorSummary form={form} />
        <ReportFields
          form={form}
          associateId={associate.id}
          yenHelp={`${formatYen(unreportedYen)}円まで報告できます`}
        />
        <SubmitError message={submission.message} />
        <div>
          <Button type="submit" isBusy={submission.isPending} className="max-narrow:w-full">
            {facts.publishesAtOnce ? '報告する' : '運営に確認を依頼する'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
