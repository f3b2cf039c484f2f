import { apiResponse } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { useVersioned } from '#kit/versions/use-versioned.ts';
import { SendingBack } from '#organisations/associates/admin-associate.ts';
import type { AssociateContent } from '#organisations/associates/associate-content.ts';

/** Returns a change under review to the organisation, with a reason. */
export function SendBack({ path, onDone }: { path: string; onDone: () => void }) {
  const { value, reload } = useVersioned<AssociateContent>(path);
  const form = useForm({ schema: SendingBack, initial: { note: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    (body: { note: string }) =>
      apiResponse(`${path}/send-back`, { body, ifMatch: value?.etag ?? '' }),
    {
      form,
      onDone() {
        showToast('団体に戻しました。');
        form.reset();
        reload();
        onDone();
      },
    },
  );
  if (value?.versioned.draft?.state !== 'waiting') return null;
  return (
    <div className="mb-6">
      <Disclosure summary="この変更を団体に戻す">
        <Form form={form} className="grid gap-3" onSubmit={form.submit(submission.send)}>
          <ErrorSummary form={form} />
          <TextField
            form={form}
            path="note"
            label="直してほしいこと"
            required
            maxLength={200}
            help="団体の担当者に表示します。"
          />
          <SubmitError message={submission.message} />
          <Button type="submit" variant="outline" size="small" isBusy={submission.isPending}>
            理由を添えて戻す
          </Button>
        </Form>
      </Disclosure>
    </div>
  );
}
