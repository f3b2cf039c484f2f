import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { AssociateChoice } from '#giving/applications/admin/associate-choice.tsx';
import { type Challenges, phoneTarget } from '#giving/applications/admin/phone-values.ts';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { editablePartsOf } from '#giving/applications/edited-fields.ts';
import { DeliveryFields } from '#giving/applications/form/delivery-fields.tsx';
import { GoodsFields } from '#giving/applications/form/goods-step.tsx';
import { SellerFields } from '#giving/applications/form/recipient-step.tsx';
import { api } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { AddressFields } from '#kit/forms/fields/address-fields.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { NameFields } from '#kit/forms/fields/name-fields.tsx';
import { PhoneField } from '#kit/forms/fields/phone-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { type FormFields, type Form as FormOver, useForm } from '#kit/forms/use-form.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { Route } from './+types/edit-page.ts';
import {
  compared,
  type EditOutput,
  type EditValues,
  editSchema,
  editsSellerOnly,
  editValuesOf,
  revertChange,
} from './edit-values.ts';
import { useEditing } from './use-editing.ts';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `${params.appraisalId}の編集｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Edits an application, as far as its state allows. */
export default function EditPage({ params: { appraisalId } }: Route.ComponentProps) {
  const path = addressOf('GET /api/office/applications/:appraisalId', { params: { appraisalId } });
  const application = useQuery<AdminApplicationDetail>(path);
  const offer = useQuery(addressOf('GET /api/acceptance'));
  const challenges = useQuery<Challenges>('/api/socialChallenges').value ?? [];
  const problem = application.problem ?? offer.problem;
  const reload = () => {
    application.reload();
    offer.reload();
  };
  return (
    <>
      <BackLink list={{ path: `/admin/applications/${appraisalId}`, label: 'お申し込みに戻る' }} />
      <PageHead title="お申し込みの編集" />
      {application.problem?.type === 'NotFound' ? (
        <EmptyState title="申し込みが見つかりませんでした">
          {application.problem.message}
        </EmptyState>
      ) : problem && !(application.value && offer.value) ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : application.value && offer.value && !application.isLoading ? (
        <Editor
          key={appraisalId}
          opened={application.value}
          offer={offer.value}
          challenges={challenges}
          load={() => api<AdminApplicationDetail>(path)}
        />
      ) : (
        <Skeleton lines={12} />
      )}
    </>
  );
}

/** Resets to the stored version if the operator prefers it to their own input. */
function Editor({
  opened,
  offer,
  challenges,
  load,
}: {
  opened: AdminApplicationDetail;
  offer: Offer;
  challenges: Challenges;
  load: () => Promise<AdminApplicationDetail>;
}) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [detail, setDetail] = useState(opened);
  const undo = detail.history.find(({ change }) => String(change?.id) === search.get('undo'));
  const stored = editValuesOf(detail);
  const isFirst = detail === opened;
  return (
    <EditForm
      key={detail.version}
      detail={detail}
      initial={isFirst && undo?.change ? revertChange(stored, undo.change) : stored}
      offer={offer}
      challenges={challenges}
      load={load}
      onKeepStored={setDetail}
      onDone={(isTold) => {
        showToast(isTold ? '保存しました。ご本人にメールでお知らせします。' : '保存しました。');
        return navigate(`/admin/applications/${detail.appraisalId}`);
      }}
    />
  );
}

const kinds = [
  { value: 'direct', label: '団体へのご寄付' },
  { value: 'fund', label: '買取して基金へ' },
];

type EditFormProps = {
  detail: AdminApplicationDetail;
  initial: EditValues;
  offer: Offer;
  challenges: Challenges;
  load: () => Promise<AdminApplicationDetail>;
  onKeepStored: (stored: AdminApplicationDetail) => void;
  onDone: (isTold: boolean) => unknown;
};

/** The editable fields of an application in its state, the reason, and whether the donor is notified. */
function EditForm(props: EditFormProps) {
  const { detail, initial, offer, challenges, onKeepStored } = props;
  const form = useForm<EditValues, EditOutput>({
    schema: editSchema(detail),
    initial,
    onInvalid: showMessage,
  });
  const editing = useEditing({ ...props, form });
  const { newer } = editing;
  const parts = editablePartsOf[detail.state];
  return (
    <Form
      form={form}
      onSubmit={form.submit(editing.send)}
      className="mx-auto grid max-w-narrow grid-cols-1 gap-4"
    >
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={compared(form.values, editValuesOf(newer))}
          isPending={editing.isPending}
          onKeepStored={() => onKeepStored(newer)}
        />
      )}
      {parts.includes('goods') && <GoodsPanel form={form} offer={offer} challenges={challenges} />}
      <Panel title="お名前・連絡先・お届け先">
        <div className="space-y-8">
          <NameFields form={form} prefix="applicant" />
          <EmailField
            form={form}
            path="applicant.email"
            required
            help="変えると、前と新しいアドレスの両方にお知らせします。前のアドレスに届いたリンクは使えなくなります。"
          />
          <PhoneField form={form} path="applicant.tel" required />
          <AddressFields form={form} prefix="applicantAddress" />
          {parts.includes('delivery') && (
            <DeliveryFields form={form} days={offer} prefix="application" />
          )}
        </div>
      </Panel>
      {editsSellerOnly(detail) && (
        <Panel title="生年月日とご職業">
          <SellerFields form={form satisfies FormFields} sellerAge={offer.sellerAge} />
        </Panel>
      )}
      {!parts.includes('goods') && (
        <p className="text-sm text-ink-2">
          {editsSellerOnly(detail)
            ? 'いまの状態では、お名前と連絡先、生年月日、ご職業を直せます。'
            : 'いまの状態では、お名前と連絡先だけを直せます。'}
          お品物と寄付先は、査定の前まで変えられます。
        </p>
      )}
      <Panel title="保存する">
        <div className="space-y-6">
          <TextField
            form={form}
            path="reason"
            label="理由"
            required
            help="記録に残ります。お名前やご住所は書かないでください（例：お電話でのお申し出）"
            autoComplete="off"
          />
          <Checkbox form={form} path="tellsDonor" label="変更を、お申し込みの方にメールで知らせる">
            メールアドレスと寄付先の変更は、いつもお知らせします。
          </Checkbox>
          <SubmitError message={editing.message} />
          {!newer && (
            <Button type="submit" className="w-full" isBusy={editing.isPending}>
              {editing.isPending ? '保存しています' : '保存する'}
            </Button>
          )}
        </div>
      </Panel>
    </Form>
  );
}

function GoodsPanel({
  form,
  offer,
  challenges,
}: {
  form: FormOver<EditValues, EditOutput>;
  offer: Offer;
  challenges: Challenges;
}) {
  const { values } = form;
  return (
    <Panel title="寄付先とお品物">
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
        {values.kind === 'fund' && (
          <SellerFields form={form satisfies FormFields} sellerAge={offer.sellerAge} />
        )}
      </div>
    </Panel>
  );
}
