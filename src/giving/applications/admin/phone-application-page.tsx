import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { excludedFromDraft } from '#giving/applications/form/application-values.ts';
import { ConsentFacts } from '#giving/applications/form/consent-facts.tsx';
import { GoodsFields } from '#giving/applications/form/goods-step.tsx';
import { RecipientFields } from '#giving/applications/form/recipient-step.tsx';
import type { PhoneApplication } from '#giving/applications/phone-application.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { DraftNotice } from '#kit/forms/draft-notice.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useDraft } from '#kit/forms/use-draft.ts';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { AssociateChoice } from './associate-choice.tsx';
import { CallerSearch } from './caller-search.tsx';
import {
  type Challenges,
  emptyPhoneApplication,
  type PhoneValues,
  phoneBody,
  phoneForm,
  phoneTarget,
} from './phone-values.ts';

export const meta = () => [
  { title: 'お電話のお申し込み｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const kinds = [
  { value: 'direct', label: '団体へのご寄付' },
  { value: 'fund', label: '買取して基金へ' },
];

/** Read aloud for every fund, whatever its terms. */
const fundCost =
  '基金が負担する費用があるときは、寄付額からその費用を差し引いた残りが、基金に届きます。';

/** The server names the target within the application; here it is a field of its own. */
const fieldOf = (path: string) => (path === 'application.associateId' ? 'associateId' : path);

/** The public form's application, entered by an operator for a caller. */
export default function PhoneApplicationPage() {
  const offer = useQuery(addressOf('GET /api/acceptance'));
  if (offer.problem && !offer.value) {
    return <LoadFailure message={offer.problem.message} onRetry={offer.reload} />;
  }
  return offer.value ? <PhoneApplicationForm offer={offer.value} /> : <Skeleton lines={10} />;
}

function PhoneApplicationForm({ offer }: { offer: Offer }) {
  const navigate = useNavigate();
  const [schema] = useState(() => phoneForm(offer));
  const challenges = useQuery<Challenges>('/api/socialChallenges').value ?? [];
  const form = useForm<PhoneValues, unknown>({
    schema,
    initial: emptyPhoneApplication,
    onInvalid: showMessage,
  });
  const draft = useDraft(form, {
    name: 'phone-application',
    version: 1,
    exclude: [...excludedFromDraft, 'wasReadAloud'],
  });
  const submission = useSubmission(
    (body: PhoneApplication, idempotencyKey) =>
      send('POST /api/office/applications', { body, idempotencyKey }),
    {
      remember: 'phone-application',
      form: {
        reject: (errors, modal) =>
          form.reject(
            errors.map((error) => ({ ...error, path: fieldOf(error.path) })),
            modal,
          ),
      },
      onDone({ appraisalId }) {
        draft.discard();
        form.reset();
        showToast('お申し込みを受け付けました。控えをメールでお送りします。');
        return navigate(`/admin/applications/${appraisalId}`);
      },
    },
  );
  const { values } = form;
  return (
    <>
      <PageHead title="お電話のお申し込み" />
      <div className="mx-auto grid max-w-narrow grid-cols-1 gap-4">
        <DraftNotice draft={draft} />
        <Panel title="1. お電話の方をさがす">
          <CallerSearch form={form} />
        </Panel>
        <Form
          form={form}
          onSubmit={form.submit(() => submission.send(phoneBody(values, offer)))}
          className="grid grid-cols-1 gap-4"
        >
          <ErrorSummary form={form} />
          <Panel title="2. 寄付先とお品物">
            <div className="space-y-8">
              <RadioCards
                form={form}
                path="kind"
                label="寄付の方法"
                required
                choices={kinds}
                columns={2}
              />
              {values.kind === 'direct' && <AssociateChoice form={form} />}
              <GoodsFields form={form} target={phoneTarget(values, challenges)} offer={offer} />
            </div>
          </Panel>
          <Panel title="3. お届け先">
            <div className="space-y-8">
              <RecipientFields
                form={form}
                kind={values.kind}
                offer={offer}
                emailHelp="お申し込みの控えと箱のお知らせ、査定の結果をお送りする先です。ほかにお知らせする方法がないため、お電話でも必ずお聞きください。"
              />
            </div>
          </Panel>
          <Panel title="4. 読み上げて、ご同意をいただく">
            <ReadAloud
              form={form}
              kind={values.kind}
              giftAge={offer.giftAge}
              cost={values.kind === 'fund' ? fundCost : values.cost}
            />
            <div className="mt-6 space-y-4">
              <SubmitError message={submission.message} />
              <Button type="submit" className="w-full" isBusy={submission.isPending}>
                {submission.isPending ? '送信しています' : 'この内容で受け付ける'}
              </Button>
            </div>
          </Panel>
        </Form>
      </div>
    </>
  );
}

/** The text to read aloud, and the confirmation that the caller heard it and agreed. */
function ReadAloud({
  form,
  kind,
  giftAge,
  cost,
}: {
  form: FormFields;
  kind: PhoneValues['kind'];
  giftAge: number;
  cost: string;
}) {
  return (
    <div className="space-y-4">
      <blockquote className="rounded-tile bg-sand px-4 py-3">
        <p>
          「これから、お申し込みの内容と、大切なことを読み上げます。お聞きになって、よろしければ『はい』とお答えください。」
        </p>
        <p className="mt-2 text-sm text-ink-2">
          続けて、寄付先・お品物・箱の数・お届け先と、次の内容を読み上げてください。
        </p>
      </blockquote>
      <ConsentFacts kind={kind} giftAge={giftAge} cost={cost} />
      <blockquote className="rounded-tile bg-sand px-4 py-3">
        <p>
          「いまお読みした内容と、利用規約、プライバシーポリシーに同意して、お申し込みになりますか。規約は、お送りするメールのサイトでいつでもお読みいただけます。」
        </p>
      </blockquote>
      <Checkbox form={form} path="wasReadAloud" label="上の内容を読み上げました" required />
      <Checkbox
        form={form}
        path="application.agreed"
        label="お電話の方が「はい」と同意されました"
        required
      />
    </div>
  );
}
