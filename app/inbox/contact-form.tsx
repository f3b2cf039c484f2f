import { useEffect, useRef, useState } from 'react';
import { DraftNotice } from '#app/forms/draft-notice.tsx';
import { ErrorSummary } from '#app/forms/error-summary.tsx';
import { EmailField } from '#app/forms/fields/email-field.tsx';
import { SelectField } from '#app/forms/fields/select-field.tsx';
import { TextArea } from '#app/forms/fields/text-area.tsx';
import { TextField } from '#app/forms/fields/text-field.tsx';
import { Form } from '#app/forms/form.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useDraft } from '#app/forms/use-draft.ts';
import { type Form as FormOver, useForm } from '#app/forms/use-form.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { useSession } from '#app/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { showMessage } from '#app/ui/message.ts';
import type { Account } from '#domain/accounts/account.ts';
import { parseAppraisalId } from '#domain/applications/appraisal-number.ts';
import { ContactDraft, contactKindLabels, contactKinds } from '#domain/inbox/contact-message.ts';
import type { Received as Receipt } from '#domain/values/reference-number.ts';
import { Consent } from './consent.tsx';
import { SubmissionReceived } from './submission-received.tsx';

const kindChoices = contactKinds.map((value) => ({ value, label: contactKindLabels[value] }));
const empty = { name: '', email: '', kind: '', appraisalId: '', message: '' };

/** A message to the operator; after submission its number replaces the form. */
export function ContactForm() {
  const { account } = useSession();
  const [sent, setSent] = useState<Receipt & { email: string }>();
  const form = useForm({ schema: ContactDraft, initial: empty, onInvalid: showMessage });
  const prefill = () => account && form.fill(prefillOf(account));
  const draft = useDraft(form, {
    name: 'contact',
    version: 1,
    exclude: [],
    onStartOver: prefill,
  });
  usePrefill(form, account);
  const submission = useSubmission(
    async (body: ContactDraft, idempotencyKey) => ({
      ...(await api<Receipt>('/api/contact', { body, idempotencyKey })),
      email: body.email,
    }),
    {
      form,
      remember: 'contact',
      onDone(receipt) {
        draft.discard();
        form.reset();
        setSent(receipt);
      },
    },
  );
  if (sent) {
    return (
      <SubmissionReceived
        title="お問い合わせを受け付けました"
        picture="envelope"
        numberLabel="受付番号"
        number={sent.id}
        email={sent.email}
      >
        3営業日以内を目安に、お返事をお送りします。
      </SubmissionReceived>
    );
  }
  return (
    <Card>
      <div className="mb-6">
        <DraftNotice draft={draft} />
      </div>
      <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
        <ErrorSummary form={form} />
        <TextField form={form} path="name" label="お名前" required autoComplete="name" />
        <EmailField form={form} path="email" required help="お返事をお送りします" />
        <SelectField
          form={form}
          path="kind"
          label="お問い合わせの種類"
          required
          choices={kindChoices}
          emptyLabel="選んでください"
        />
        <TextField
          form={form}
          path="appraisalId"
          label="申込番号"
          help="お申し込みについてのお尋ねには、受付のメールにある、TS-から始まる番号をお書きください"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          tidy={(text) => parseAppraisalId(text) ?? text.trim()}
        />
        <TextArea
          form={form}
          path="message"
          label="お問い合わせの内容"
          required
          rows={8}
          help="パスワードやカードの番号は書かないでください"
        />
        <Consent />
        <SubmitError message={submission.message} />
        <Button type="submit" className="w-full" isBusy={submission.isPending}>
          {submission.isPending ? '送信しています' : 'この内容で送る'}
        </Button>
      </Form>
    </Card>
  );
}

const prefillOf = ({ names, email }: Account) => ({
  name: `${names.lastName} ${names.firstName}`.trim(),
  email,
});

/** Prefills the signed-in person one render after the draft, which takes precedence. */
function usePrefill(form: FormOver<typeof empty, ContactDraft>, account: Account | undefined) {
  const [isMounted, setMounted] = useState(false);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => setMounted(true), []);
  useEffect(() => {
    if (isMounted && account) latest.current.fill(prefillOf(account));
  }, [isMounted, account]);
}
