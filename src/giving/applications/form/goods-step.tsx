import type { Offer } from '#giving/acceptance/acceptance.ts';
import { productKinds, productLabels } from '#giving/applications/goods.ts';
import { giverListNotice } from '#giving/giver-lists/giver-list.ts';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { CheckboxGroup } from '#kit/forms/fields/checkbox-group.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { goodsPictures } from '#kit/ui/pictures/goods-pictures.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { ApplicationTarget } from './application-values.ts';
import { NewTabLink } from './new-tab-link.tsx';
import { noReceiptForFunds } from './receipts.ts';
import { StepButtons, StepCard, type StepHeading } from './step-card.tsx';

/** The accepted kinds, and those that were chosen before they were withdrawn. */
const productChoices = ({ products, productNotes }: Offer, chosen: unknown) =>
  productKinds
    .filter((kind) => products.includes(kind) || (Array.isArray(chosen) && chosen.includes(kind)))
    .map((value) => ({
      value,
      label: productLabels[value],
      note: products.includes(value) ? productNotes[value] : 'いまはお受けしていません',
      picture: goodsPictures[value],
    }));
const boxChoices = ({ maxBoxes }: Offer) =>
  Array.from({ length: maxBoxes }, (_, index) => ({ value: index + 1, label: `${index + 1}箱` }));
const cartonChoices = [
  { value: true, label: '箱を届けてもらう', note: '着払いの伝票もお届けします。' },
  {
    value: false,
    label: 'ご自分の箱で送る',
    note: 'お申し込みのあとに、貼るラベルを印刷できます。',
  },
];
export const frequencyChoices = [
  { value: 'once', label: '今回だけ申し込む' },
  {
    value: 'recurring',
    label: '半年ごとに案内を受け取る',
    note: 'メールでお知らせします。自動でのお申し込みにはなりません。',
  },
] as const;

/** The first step: the challenge (for a fund), the goods, the quantity and the receipt. */
export function GoodsStep({
  form,
  target,
  offer,
  ...heading
}: StepHeading & { form: FormFields; target: ApplicationTarget; offer: Offer }) {
  return (
    <StepCard {...heading} title="お品物について">
      <GoodsFields form={form} target={target} offer={offer} />
      <StepButtons>
        <Button type="submit">お届け先の入力へ進む</Button>
      </StepButtons>
    </StepCard>
  );
}

/** The fields of the goods, also used outside the form. */
export function GoodsFields({
  form,
  target,
  offer,
}: {
  form: FormFields;
  target: ApplicationTarget;
  offer: Offer;
}) {
  return (
    <>
      {target.kind === 'fund' && <FundChoice form={form} challenges={target.challenges} />}
      <div>
        <CheckboxGroup
          form={form}
          path="application.products"
          label="お品物の種類"
          required
          help="当てはまるものをすべて選んでください"
          choices={productChoices(offer, form.valueAt('application.products'))}
        />
        <p className="mt-2 flex flex-wrap gap-x-6 text-sm">
          <NewTabLink to="/about-service/donatable">寄付できるもの</NewTabLink>
          <NewTabLink to="/about-service/undonatable">寄付できないもの</NewTabLink>
          <NewTabLink to="/about-service/donatable#estimates">査定の目安</NewTabLink>
        </p>
      </div>
      <RadioCards
        form={form}
        path="application.boxes"
        label="お送りする箱の数"
        required
        help={`迷ったら1箱で大丈夫です。一度に${offer.maxBoxes}箱まで申し込めます。`}
        choices={boxChoices(offer)}
        columns={5}
      />
      <RadioCards
        form={form}
        path="application.needsKit"
        label="箱のご用意"
        required
        choices={cartonChoices}
        columns={2}
      />
      <RadioCards
        form={form}
        path="application.frequency"
        label="お申し込みの回数"
        required
        choices={frequencyChoices}
        columns={2}
      />
      <ReceiptWish
        form={form}
        reason={target.kind === 'fund' ? noReceiptForFunds : target.noReceipt}
      />
    </>
  );
}

type Challenges = Extract<ApplicationTarget, { kind: 'fund' }>['challenges'];

/** The choice of the challenge whose fund receives the proceeds, with its explanation. */
function FundChoice({ form, challenges }: { form: FormFields; challenges: Challenges }) {
  const chosen = form.valueAt('application.socialChallengeId');
  const challenge = challenges.find(({ id }) => id === chosen);
  return (
    <div>
      <RadioCards
        form={form}
        path="application.socialChallengeId"
        label="応援したい社会課題"
        required
        help="買い取った金額を、選んだ課題の基金に寄付します"
        choices={challenges.map(({ id }) => ({
          value: id,
          label: socialChallenges[id].label,
          picture: socialChallenges[id].emblem,
        }))}
      />
      <p role="status" className="mt-3 min-h-[1.7em] leading-normal [word-break:auto-phrase]">
        {challenge && (
          <>
            <b className="text-coral-dark">{challenge.fundName}</b>
            <span className="ml-2">{challenge.will}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** The request for a receipt where one is possible, else the `reason` why not. */
export function ReceiptWish({ form, reason }: { form: FormFields; reason: string | undefined }) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-bold">寄付金受領証明書</legend>
      {reason === undefined ? (
        <Checkbox
          form={form}
          path="application.needReceipt"
          label="受領証明書を希望します"
          optional
        >
          <p>確定申告で寄付金控除を受けるときに必要です。お申し込みのお名前とご住所が載ります。</p>
          <p>{receiptRule.who}</p>
          <p className="mt-1 font-bold">{receiptRule.day}</p>
          <p className="mt-1">{giverListNotice}</p>
          <details className="group">
            <summary className="inline-flex min-h-11 items-center gap-1 font-bold">
              発行の方法
              <Icon
                name="chevron-down"
                className="size-4 text-coral transition-transform group-open:rotate-180"
              />
            </summary>
            <p>{receiptRule.how}</p>
            <p>{receiptRule.sum}</p>
          </details>
          <NewTabLink to="/tax-deduction">寄付金控除について</NewTabLink>
        </Checkbox>
      ) : (
        <p className="mt-1 text-sm text-ink-2">{reason}</p>
      )}
    </fieldset>
  );
}
