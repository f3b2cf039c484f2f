import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { DraftNotice } from '#kit/forms/draft-notice.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useDraft } from '#kit/forms/use-draft.ts';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { AttachmentsInput, mayAttach } from '#people/messages/attachments-input.tsx';
import { replyBody, type WrittenReply, writtenReply } from '#people/messages/reply-body.ts';
import { fillTemplate } from '#people/messages/reply-template.ts';
import { type AdminThread, longestReply, ThreadReply } from '#people/messages/thread.ts';
import { useSession } from '#people/session/session.ts';
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
