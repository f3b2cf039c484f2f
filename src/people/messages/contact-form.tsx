import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { api } from '#kit/client/api.ts';
import { DraftNotice } from '#kit/forms/draft-notice.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useDraft } from '#kit/forms/use-draft.ts';
import { type Form as FormOver, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { showMessage } from '#kit/ui/message.ts';
import type { Received as Receipt } from '#kit/values/reference-number.ts';
import type { Account } from '#people/accounts/account.ts';
import { useSession } from '#people/session/session.ts';
import { Consent } from './consent.tsx';
import { ContactDraft, contactKindLabels, contactKinds } from './contact-message.ts';
import { SubmissionReceived } from './submission-received.tsx';

const kindChoices = contactKinds.map((value) => ({ value, label: contactKindLabels[value] }));
const empty = { name: '', email: '', kind: '', appraisalId: '', item: '', message: '' };

/** A message to the operator; after submission its number replaces the form. */
export function ContactForm() {
  const { account } = useSession();
  const [sent, setSent] = useState<Receipt & { email: string }>();
  const form = useForm({ schema: ContactDraft, initial: empty, onInvalid: showMessage });
  const prefill = () => account && form.fill(prefillOf(account));
  const draft = useDraft(form, {
    name: 'contact',
    version: 2,
    exclude: [],
    onStartOver: prefill,
  });
  usePrefill(form, account);
  useSubject(form);
  const submission = useSubmission(
    async ({ item, ...draft }: ContactDraft, idempotencyKey) => {
      const body = { ...draft, ...(item && { item }) };
      return {
        ...(await api<Receipt>('/api/contact', { body, idempotencyKey })),
        email: body.email,
      };
    },
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
        {form.values.item !== '' && (
          <TextField
            form={form}
            path="item"
            label="お尋ねのお品物"
            help="査定について、このお品物のことをお尋ねになります"
            autoComplete="off"
          />
        )}
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

/**
 * Fills in what a link says that the question is about: #kind=…&appraisalId=…&item=…. The fragment, which no server
 * sees, is removed from the address bar once read.
 */
function useSubject(form: FormOver<typeof empty, ContactDraft>) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const subject = new URLSearchParams(hash.replace(/^#/, ''));
    const kind = contactKinds.find((known) => known === subject.get('kind'));
    if (!kind) return;
    const { setValue } = latest.current;
    setValue('kind', kind);
    setValue('appraisalId', parseAppraisalId(subject.get('appraisalId') ?? '') ?? '');
    setValue('item', (subject.get('item') ?? '').slice(0, 100));
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, navigate]);
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
