import { useState } from 'react';
import * as z from 'zod/mini';
import { OptionalAppraisalId } from '#giving/applications/appraisal-number.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { isAboutApplication, type MailKind } from '#people/mail/mail-kinds.ts';
import type { MailPreview, MailPreviewDraft, MailTemplate } from '#people/mail/mail-template.ts';
import { MailBody } from './mail-body.tsx';

type PreviewProps = { kind: MailKind; path: string; content: MailTemplate };

const schema = z.strictObject({ appraisalId: OptionalAppraisalId });

/** Previews the mail with real data, and sends a test mail to the operator. */
export function TemplatePreview({ kind, path, content }: PreviewProps) {
  const [asked, setAsked] = useState<MailPreviewDraft>({ content, appraisalId: '' });
  const form = useForm({ schema, initial: { appraisalId: '' }, onInvalid: showMessage });
  const { value, problem, isLoading, reload } = useQuery<MailPreview>(
    `${path}/preview ${JSON.stringify(asked)}`,
    (signal) => api(`${path}/preview`, { body: asked, signal }),
  );
  return (
    <div className="space-y-4">
      <Form
        form={form}
        onSubmit={form.submit(({ appraisalId }) => setAsked({ content, appraisalId }))}
        className="flex flex-wrap items-end gap-3"
      >
        {isAboutApplication(kind) && (
          <TextField
            form={form}
            path="appraisalId"
            label="申込番号"
            optional
            help="空のときは、この種類のいちばん新しいメールの内容で表示します"
            autoComplete="off"
          />
        )}
        <Button type="submit" variant="outline" size="small" isBusy={isLoading}>
          いまの文で表示し直す
        </Button>
      </Form>
      {problem && <LoadFailure message={problem.message} onRetry={reload} />}
      {!problem && !value && <Skeleton lines={8} label="プレビューを作っています" />}
      {value && (
        <>
          <Facts>
            <Fact label="もとの内容">{recordWords(value)}</Fact>
            <Fact label="件名">
              <b className="wrap-anywhere">{value.subject}</b>
            </Fact>
          </Facts>
          <MailBody html={value.html} text={value.text} />
        </>
      )}
      <TestMail path={path} content={content} />
    </div>
  );
}

function recordWords({ record, recordName }: MailPreview): string {
  if (record === 'application') return `お申し込み ${recordName}`;
  if (record === 'mail') return `${recordName}に書かれたメール`;
  return '見本（この種類のメールは、まだありません）';
}

function TestMail({ path, content }: Pick<PreviewProps, 'path' | 'content'>) {
  const sending = useSubmission(
    (body: { content: MailTemplate }, idempotencyKey) =>
      api<{ to: string }>(`${path}/test`, { body, idempotencyKey }),
    { onDone: ({ to }) => showToast(`${to}にテストメールを送りました`) },
  );
  return (
    <div>
      <Button
        variant="outline"
        isBusy={sending.isPending}
        onClick={() => sending.send({ content })}
      >
        自分あてにテスト送信
      </Button>
      <p className="mt-1 text-sm text-ink-2">
        いまの文を、見本の内容で、ご自身のメールアドレスにだけ送ります。
      </p>
      <SubmitError message={sending.message} />
    </div>
  );
}
