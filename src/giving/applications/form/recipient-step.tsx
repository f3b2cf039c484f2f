import type { Offer } from '#giving/acceptance/acceptance.ts';
import { useToday } from '#giving/applications/use-today.ts';
import { AddressFields } from '#kit/forms/fields/address-fields.tsx';
import { DateField } from '#kit/forms/fields/date-field.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { NameFields } from '#kit/forms/fields/name-fields.tsx';
import { PhoneField } from '#kit/forms/fields/phone-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import type { ApplicationKind } from './application-values.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { StepButtons, StepCard, type StepHeading } from './step-card.tsx';

/** Drafts from before this field existed need a kit. */
const needsKit = (form: FormFields) => form.valueAt('application.needsKit') !== false;

/** The second step: the sender, and where and when the kit arrives. */
export function RecipientStep({
  form,
  kind,
  offer,
  onBack,
  ...heading
}: StepHeading & {
  form: FormFields;
  kind: ApplicationKind;
  offer: Offer;
  onBack: () => void;
}) {
  return (
    <StepCard
      {...heading}
      title={needsKit(form) ? 'お届け先について' : 'お送りいただく方について'}
      lead={
        needsKit(form)
          ? 'お品物を詰める箱と、着払いの伝票をお届けします。'
          : '箱はお届けしません。ご自分の箱に詰めてお送りください。'
      }
    >
      <RecipientFields
        form={form}
        kind={kind}
        offer={offer}
        emailHelp={
          needsKit(form)
            ? 'お申し込みの控えと、箱の発送のお知らせをお送りします'
            : 'お申し込みの控えと、ラベルを印刷するページをお送りします'
        }
      />
      <StepButtons>
        <Button variant="outline" onClick={onBack}>
          戻る
        </Button>
        <Button type="submit">確認する</Button>
      </StepButtons>
    </StepCard>
  );
}

/** The fields of the recipient, also used outside the form. */
export function RecipientFields({
  form,
  kind,
  offer,
  emailHelp,
}: {
  form: FormFields;
  kind: ApplicationKind;
  offer: Offer;
  emailHelp: string;
}) {
  return (
    <>
      <NameFields form={form} prefix="applicant" />
      <EmailField form={form} path="applicant.email" required help={emailHelp} />
      <PhoneField
        form={form}
        path="applicant.tel"
        required
        help="配達のときに、ご連絡することがあります"
      />
      {kind === 'fund' && <SellerFields form={form} sellerAge={offer.sellerAge} />}
      <AddressFields form={form} prefix="applicantAddress" />
      {needsKit(form) && <DeliveryFields form={form} days={offer} prefix="application" />}
    </>
  );
}

/** The personal data that the law requires of sellers, with the reason. */
export function SellerFields({ form, sellerAge }: { form: FormFields; sellerAge: number }) {
  const today = useToday();
  const thisYear = Number(today?.slice(0, 4) ?? 0);
  return (
    <div className="space-y-6 rounded-tile bg-sand p-4 narrow:p-5">
      <p className="text-sm">
        お品物の買取では、古物営業法により、生年月日とご職業をお伺いします。お申し込みは
        {sellerAge}歳以上の方に限らせていただいています。
      </p>
      <DateField
        form={form}
        path="application.birth"
        label="生年月日"
        required
        birthday
        firstYear={thisYear - 100}
        lastYear={thisYear - sellerAge}
      />
      <TextField
        form={form}
        path="application.occupation"
        label="ご職業"
        required
        help="例：会社員、自営業、主婦・主夫、学生"
        autoComplete="organization-title"
      />
    </div>
  );
}
