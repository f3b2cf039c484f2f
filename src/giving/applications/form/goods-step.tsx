import type { Offer } from '#giving/acceptance/acceptance.ts';
import { productKinds, productLabels } from '#giving/applications/goods.ts';
import { CheckboxGroup } from '#kit/forms/fields/checkbox-group.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { goodsPictures } from '#kit/ui/pictures/goods-pictures.ts';
import type { ApplicationTarget } from './application-values.ts';
import { FundChoice } from './fund-choice.tsx';
import { NewTabLink } from './new-tab-link.tsx';
import { ReceiptWish } from './receipt-wish.tsx';
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
