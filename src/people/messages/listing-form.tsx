import { type ReactNode, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { DraftNotice } from '#kit/forms/draft-notice.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { CheckboxGroup } from '#kit/forms/fields/checkbox-group.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { PhoneField } from '#kit/forms/fields/phone-field.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useDraft } from '#kit/forms/use-draft.ts';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { prefectures } from '#kit/values/prefecture.ts';
import type { Received as Receipt } from '#kit/values/reference-number.ts';
import { classificationIds, classifications } from '#organisations/associates/classification.ts';
import {
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import { Consent } from './consent.tsx';
import { ListingDraft, maxListingChallenges } from './listing-application.ts';
import { SubmissionReceived } from './submission-received.tsx';

const classificationChoices = classificationIds.map((value) => ({
  value,
  label: classifications[value].label,
}));
const prefectureChoices = prefectures.map((value) => ({ value, label: value }));
const challengeChoices = socialChallengeIds.map((value) => ({
  value,
  label: socialChallenges[value].label,
}));

const empty = {
  organisationName: '',
  classification: '',
  representative: '',
  prefecture: '',
  socialChallenges: [] as string[],
  certification: '',
  websiteUrl: '',
  personName: '',
  email: '',
  tel: '',
  message: '',
  agreed: false,
};

/** An organisation's listing application; after submission its number replaces the form. */
export function ListingForm() {
  const [sent, setSent] = useState<Receipt & { email: string }>();
  const form = useForm({ schema: ListingDraft, initial: empty, onInvalid: showMessage });
  const draft = useDraft(form, { name: 'listing', version: 1, exclude: ['agreed'] });
  const submission = useSubmission(
    async (body: ListingDraft, idempotencyKey) => ({
      ...(await api<Receipt>('/api/listing', { body, idempotencyKey })),
      email: body.email,
    }),
    {
      form,
      remember: 'listing',
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
        title="掲載のお申し込みを受け付けました"
        picture="handshake"
        numberLabel="受付番号"
        number={sent.id}
        email={sent.email}
      >
        5営業日以内を目安に、担当者からご連絡します。
      </SubmissionReceived>
    );
  }
  return (
    <Card>
      <div className="mb-6">
        <DraftNotice draft={draft} />
      </div>
      <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-10">
        <ErrorSummary form={form} />
        <Part title="団体のこと">
          <TextField
            form={form}
            path="organisationName"
            label="団体の名称"
            required
            autoComplete="organization"
          />
          <SelectField
            form={form}
            path="classification"
            label="団体の種別"
            required
            choices={classificationChoices}
            emptyLabel="選んでください"
          />
          <TextField
            form={form}
            path="representative"
            label="代表者のお名前"
            required
            autoComplete="off"
          />
          <SelectField
            form={form}
            path="prefecture"
            label="事務所のある都道府県"
            required
            choices={prefectureChoices}
            emptyLabel="選んでください"
          />
          <TextField
            form={form}
            path="websiteUrl"
            label="ウェブサイト"
            type="url"
            inputMode="url"
            autoComplete="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
          />
          <TextField
            form={form}
            path="certification"
            label="認定の内容"
            help="認定NPO法人などのときは、認定の番号と有効期間をご記入ください"
            autoComplete="off"
          />
        </Part>
        <Part title="活動のこと">
          <CheckboxGroup
            form={form}
            path="socialChallenges"
            label="取り組んでいる社会課題"
            required
            help={`当てはまるものを${maxListingChallenges}つまで選べます`}
            choices={challengeChoices}
            columns={3}
          />
          <TextArea
            form={form}
            path="message"
            label="活動の内容"
            required
            rows={8}
            help="誰のために、どんな活動をしているか、寄付をどう使うかをお聞かせください"
          />
        </Part>
        <Part title="ご担当の方">
          <TextField
            form={form}
            path="personName"
            label="担当者のお名前"
            required
            autoComplete="name"
          />
          <EmailField form={form} path="email" required />
          <PhoneField form={form} path="tel" required />
        </Part>
        <div className="space-y-6 border-t border-dashed border-line pt-6">
          <Checkbox form={form} path="agreed" label="掲載の条件を読み、同意します" required>
            <a href="#requirements" className="inline-block py-1 text-coral-dark underline">
              掲載の条件を見る
            </a>
          </Checkbox>
          <Consent />
          <SubmitError message={submission.message} />
          <Button type="submit" className="w-full" isBusy={submission.isPending}>
            {submission.isPending ? '送信しています' : 'この内容で申し込む'}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-6">
      <h3 className="border-b-2 border-line pb-1 font-sans text-lg">{title}</h3>
      {children}
    </section>
  );
}
