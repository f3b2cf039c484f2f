import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { type AdminMailDetail, MailResend } from '#people/mail/admin-mail.ts';

const recordLabels = {
  application: 'お申し込みのメールアドレスも直す（ご本人の申し出による）',
  thread: 'お問い合わせのメールアドレスも直す（ご本人の申し出による）',
} as const;

/** Sends a mail again, to the same or a corrected address. */
export function ResendForm({
  mail,
  onSent,
  onStale,
}: {
  mail: AdminMailDetail;
  onSent: () => void;
  onStale: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <p>
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          {mail.isForOthers ? '宛先を確かめてもう一度送る' : 'もう一度送る'}
        </Button>
      </p>
    );
  }
  return <OpenForm {...{ mail, onSent, onStale }} />;
}

function OpenForm({
  mail,
  onSent,
  onStale,
}: {
  mail: AdminMailDetail;
  onSent: () => void;
  onStale: () => void;
}) {
  const [isCorrected, setCorrected] = useState(false);
  const form = useForm({
    schema: MailResend,
    initial: { to: mail.to, recordVersion: null },
    onInvalid: showMessage,
  });
  const isOther = form.values.to.trim().toLowerCase() !== mail.to;
  const submission = useSubmission(
    (body: MailResend) =>
      api<{ id: string }>(`/api/office/mails/${mail.id}/resend`, {
        body,
        ifMatch: `"${mail.version}"`,
      }),
    {
      form,
      onDone() {
        showToast('もう一度送ります。');
        onSent();
      },
    },
  );
  async function send({ to }: MailResend) {
    const recordVersion = isOther && isCorrected && mail.record ? mail.record.version : null;
    const outcome = await submission.send({ to, recordVersion });
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') {
      showToast('ほかの方が先に送り直したか、記録が変わりました。');
      onStale();
    }
  }
  return (
    <Form
      form={form}
      onSubmit={form.submit(send)}
      className="grid gap-3 rounded-lg border border-line bg-white p-4"
    >
      <ErrorSummary form={form} />
      {mail.isForOthers ? (
        <EmailField form={form} path="to" label="送り先" required />
      ) : (
        <p>
          ログインに関わるメールのため、<span className="break-all">{mail.to}</span>{' '}
          にだけ送れます。
        </p>
      )}
      {mail.record && isOther && (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-6 shrink-0 cursor-pointer accent-coral"
            checked={isCorrected}
            onChange={(event) => setCorrected(event.currentTarget.checked)}
          />
          {recordLabels[mail.record.kind]}
        </label>
      )}
      <SubmitError message={submission.message} />
      <Button type="submit" size="small" isBusy={submission.isPending}>
        {isOther ? 'このアドレスに送る' : '同じ宛先にもう一度送る'}
      </Button>
    </Form>
  );
}
