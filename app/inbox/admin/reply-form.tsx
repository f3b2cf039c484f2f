import { useState } from 'react';
import { DraftNotice } from '#app/forms/draft-notice.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { SelectInput } from '#app/forms/fields/select-input.tsx';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useDraft } from '#app/forms/use-draft.ts';
import { useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { AttachmentsInput, mayAttach } from '#app/inbox/attachments-input.tsx';
import { replyBody, type WrittenReply, writtenReply } from '#app/inbox/reply-body.ts';
import { api } from '#app/session/api.ts';
import { useSession } from '#app/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { showMessage } from '#app/ui/message.ts';
import { showToast } from '#app/ui/toast.tsx';
import { fillTemplate } from '#domain/inbox/reply-template.ts';
import { type AdminThread, longestReply, ThreadReply } from '#domain/inbox/thread.ts';
import type { ThreadPart } from './thread-part.ts';

const empty = { body: '' };

/** The reply to the sender: typed or from a template, with attachments. The draft is stored per operator. */
export function ReplyForm({ thread, onChanged, onStale }: ThreadPart) {
  const { uid } = useSession();
  const form = useForm({ schema: ThreadReply, initial: empty, onInvalid: showMessage });
  const draft = useDraft(form, { name: `reply-${thread.id}-${uid}`, version: 1, exclude: [] });
  const [files, setFiles] = useState<File[]>([]);
  const submission = useSubmission(
    (written: WrittenReply, idempotencyKey) =>
      api<AdminThread>(`/api/office/threads/${encodeURIComponent(thread.id)}/reply`, {
        body: replyBody(written),
        idempotencyKey,
        ifMatch: `"${thread.version}"`,
      }),
    {
      form,
      onDone(changed) {
        draft.discard();
        form.reset();
        setFiles([]);
        onChanged(changed);
        showToast('返信を送りました。');
      },
    },
  );
  const [isConflict, setConflict] = useState(false);
  async function send(fields: ThreadReply) {
    const outcome = await submission.send(writtenReply(fields, files));
    const isStale = outcome?.kind === 'refused' && outcome.type === 'Conflict';
    setConflict(isStale);
    if (isStale) onStale();
  }
  const email = thread.message?.email ?? thread.listing?.email ?? '';
  return (
    <Form form={form} onSubmit={form.submit(send)} className="grid gap-4">
      <ErrorSummary form={form} />
      <DraftNotice draft={draft} />
      <TemplateChoice
        thread={thread}
        onTake={(text) => {
          const { body } = form.values;
          form.setValue('body', body.trim() === '' ? text : `${body.trimEnd()}\n\n${text}`);
        }}
      />
      <TextArea form={form} path="body" label="本文" required rows={8} maxLength={longestReply} />
      <AttachmentsInput files={files} onChange={setFiles} />
      <p className="text-sm text-ink-2">
        <span className="break-all">{email}</span> へメールで送ります。お返事は
        {thread.isAnsweredByMail
          ? 'メールのまま、このやり取りに届きます。'
          : 'メールのリンクから、このやり取りに届きます。'}
        {thread.listing?.state === 'new' && '状態は「相談中」になります。'}
      </p>
      <SubmitError message={isConflict ? undefined : submission.message} />
      <Button type="submit" isBusy={submission.isPending} disabled={!mayAttach(files)}>
        {submission.isPending ? '送信しています' : '返信を送る'}
      </Button>
    </Form>
  );
}

/** Inserts a template into the reply, with its placeholders filled. */
function TemplateChoice({
  thread: { id, templates, message, listing, applications },
  onTake,
}: {
  thread: AdminThread;
  onTake: (text: string) => void;
}) {
  const [chosen, setChosen] = useState('');
  const template = templates.find((one) => one.id === chosen);
  if (templates.length === 0) return null;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label htmlFor="reply-template" className="min-w-0 grow">
        <span className="font-bold">定型文</span>
        <SelectInput
          id="reply-template"
          name="template"
          choices={templates.map(({ id: value, name }) => ({ value, label: name }))}
          emptyLabel="選んでください"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </label>
      <Button
        variant="outline"
        size="small"
        disabled={!template}
        onClick={() =>
          template &&
          onTake(
            fillTemplate(template.body, {
              name: message?.name ?? listing?.personName ?? '',
              referenceNumber: id,
              appraisalId: message?.appraisalId || (applications[0]?.appraisalId ?? ''),
            }),
          )
        }
      >
        本文に入れる
      </Button>
    </div>
  );
}
