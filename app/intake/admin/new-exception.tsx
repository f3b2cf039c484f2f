import { refreshMenuCounts } from '#app/admin/use-menu-counts.ts';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { useSession } from '#app/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/links/link.tsx';
import { showMessage } from '#app/ui/message.ts';
import { showToast } from '#app/ui/toast.tsx';
import {
  type BoxException,
  BoxExceptionDraft,
  type Colleague,
  exceptionDays,
  kindOfOutcome,
} from '#domain/intake/box-exception.ts';
import { type Scan, scanOutcomeFacts } from '#domain/intake/scan.ts';
import { addDays, jstDay } from '#domain/values/timestamp.ts';
import { ExceptionFields, WithColleagues } from './exception-fields.tsx';

/** The initial values of an exception, from a scan if there is one. */
const initialDraft = (scan: Scan | undefined, uid: string): BoxExceptionDraft => ({
  kind: scan ? kindOfOutcome(scan.outcome) : 'no-number',
  appraisalId: scan?.card?.appraisalId ?? '',
  place: '',
  reason: scan && scan.outcome !== 'received' ? `${scanOutcomeFacts[scan.outcome].label}。` : '',
  imageIds: [],
  ownerUid: uid,
  dueOn: addDays(jstDay(new Date()), exceptionDays),
  ending: '',
  endingNote: '',
});

type NewExceptionProps = { scan?: Scan; onDone: (exception: BoxException) => void };

/** Puts a box on the exception shelf, by hand or from a scan. */
export const NewException = (props: NewExceptionProps) => (
  <WithColleagues>
    {(colleagues) => <NewExceptionForm {...props} colleagues={colleagues} />}
  </WithColleagues>
);

function NewExceptionForm({
  scan,
  colleagues,
  onDone,
}: NewExceptionProps & { colleagues: readonly Colleague[] }) {
  const { uid } = useSession();
  const form = useForm({
    schema: BoxExceptionDraft,
    initial: initialDraft(scan, uid),
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (exception: BoxExceptionDraft, idempotencyKey) =>
      api<BoxException>('/api/office/intake/exceptions', {
        body: { scanId: scan?.id ?? null, exception },
        idempotencyKey,
      }),
    {
      form,
      onDone(exception) {
        refreshMenuCounts();
        showToast('保留の棚に置きました。');
        onDone(exception);
      },
    },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="grid gap-4">
      <ErrorSummary form={form} />
      <ExceptionFields form={form} colleagues={colleagues} />
      <SubmitError message={submission.message} />
      <Button type="submit" isBusy={submission.isPending}>
        保留の棚に置く
      </Button>
    </Form>
  );
}

export function ExceptionLink({ id }: { id: string }) {
  return (
    <Link
      to={`/admin/exceptions/${encodeURIComponent(id)}`}
      className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
    >
      保留の棚で見る
    </Link>
  );
}
