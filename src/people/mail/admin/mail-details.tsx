import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type AdminMailDetail, MailResend, mailStateLabels } from '#people/mail/admin-mail.ts';
import { mailFailureAdvice, mailFailureWords } from '#people/mail/mail-failure.ts';
import { MailBody } from './mail-body.tsx';
import { kindLabel, mailTones } from './mail-labels.ts';
import { RetryButton } from './retry-button.tsx';

/** One mail as its recipient receives it, as HTML and as text. */
export function MailDetails({ id, onChanged }: { id: string; onChanged: () => void }) {
  const { value: mail, problem, reload } = useQuery<AdminMailDetail>(`/api/office/mails/${id}`);
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!mail) return <Skeleton lines={8} label="メールを読み込んでいます" />;
  const changed = () => {
    reload();
    onChanged();
  };
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="件名">
          <b>{mail.subject}</b>
        </Fact>
        <Fact label="宛先">
          <span className="break-all">{mail.to}</span>
        </Fact>
        <Fact label="状態">
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <Chip tone={mailTones[mail.state]}>{mailStateLabels[mail.state]}</Chip>
            <span className="text-sm tabular-nums">
              {formatDateTime(mail.sentAt ?? mail.createdAt)}
            </span>
            <span className="text-sm text-ink-2">{kindLabel(mail.kind)}</span>
            {mail.attempts > 1 && <span className="text-sm">{mail.attempts}回試しました</span>}
            {(mail.state === 'dead' || mail.state === 'held') && (
              <RetryButton mail={mail} onRetried={changed} />
            )}
          </span>
        </Fact>
        <Fact label="届かない理由">
          {mail.lastError && (
            <>
              <span className="block font-bold">{mailFailureWords(mail.lastError)}</span>
              {mail.state === 'dead' && (
                <span className="block">{mailFailureAdvice(mail.lastError)}</span>
              )}
              <span className="block text-sm break-all text-ink-2">{mail.lastError}</span>
            </>
          )}
        </Fact>
        <Fact label="送り直し">
          {mail.resends.length > 0 ? (
            <ul>
              {mail.resends.map((again) => (
                <li key={again.id}>
                  <span className="break-all">{again.to}</span>（{mailStateLabels[again.state]}）
                </li>
              ))}
            </ul>
          ) : null}
        </Fact>
      </Facts>
      <ResendForm key={mail.version} mail={mail} onSent={changed} onStale={reload} />
      <MailBody html={mail.html} text={mail.text} />
    </div>
  );
}

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
