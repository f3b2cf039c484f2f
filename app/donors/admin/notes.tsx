import { Panel } from '#app/admin/panel.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { DonorNote } from '#domain/donors/donor.ts';
import { NoteDraft } from '#domain/donors/donor-changes.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';

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
