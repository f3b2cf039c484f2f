import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { DonorNote } from '#people/donors/donor.ts';
import { NoteDraft } from '#people/donors/donor-changes.ts';

const pathOf = (donorId: string) => `/api/office/donors/${encodeURIComponent(donorId)}/notes`;

/** Adds a note to a donor. */
export function NoteForm({ donorId, onAdded }: { donorId: string; onAdded: () => void }) {
  const form = useForm({ schema: NoteDraft, initial: { body: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    (body: { body: string }) => api<DonorNote>(pathOf(donorId), { body }),
    {
      form,
      onDone() {
        form.reset();
        showToast('メモを残しました。');
        onAdded();
      },
    },
  );
  return (
    <Panel title="メモを残す">
      <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-4">
        <ErrorSummary form={form} />
        <TextArea
          form={form}
          path="body"
          label="メモ"
          required
          rows={3}
          maxLength={2000}
          help="運営だけが読めます。ご本人の請求により開示することがあります。"
        />
        <SubmitError message={submission.message} />
        <Button type="submit" size="small" variant="outline" isBusy={submission.isPending}>
          {submission.isPending ? '残しています' : 'メモを残す'}
        </Button>
      </Form>
    </Panel>
  );
}

/** The notes on a donor, newest first, each with a button to withdraw it. */
export function NoteList({
  donorId,
  notes,
  onChanged,
}: {
  donorId: string;
  notes: readonly DonorNote[];
  onChanged: () => void;
}) {
  const submission = useSubmission(
    (id: string) => api<DonorNote>(`${pathOf(donorId)}/${id}/withdraw`, { body: {} }),
    {
      onDone() {
        showToast('メモを取り消しました。');
        onChanged();
      },
    },
  );
  return (
    <>
      <SubmitError message={submission.message} />
      <ul className="divide-y divide-dashed divide-line">
        {notes.map(({ id, body, byName, createdAt, withdrawnAt }) => (
          <li key={id} className="py-3 first:pt-0">
            {withdrawnAt ? (
              <p className="text-ink-2">取り消されたメモ</p>
            ) : (
              <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
            )}
            <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-2">
              <span className="tabular-nums">
                {formatDateTime(createdAt)}　{byName}
              </span>
              {!withdrawnAt && (
                <Button
                  variant="quiet"
                  size="small"
                  isBusy={submission.isPending}
                  onClick={() => submission.send(id)}
                >
                  取り消す
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
