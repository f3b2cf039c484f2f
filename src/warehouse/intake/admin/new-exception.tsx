import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { useSession } from '#people/session/session.ts';
import {
  type BoxException,
  BoxExceptionDraft,
  type Colleague,
  exceptionDays,
  kindOfOutcome,
} from '#warehouse/intake/box-exception.ts';
import { type Scan, scanOutcomeFacts } from '#warehouse/intake/scan.ts';
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
      send('POST /api/office/intake/exceptions', {
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
