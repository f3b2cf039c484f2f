import type { ReactNode } from 'react';
import {
  mostBoxes,
  mostDaysAhead,
  oldestLowestAge,
  weekdays,
} from '#giving/acceptance/acceptance.ts';
import { adultAge, giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { productKinds, productLabels } from '#giving/applications/goods.ts';
import {
  mostPromisedDays,
  type PromisedStep,
  promisedSteps,
} from '#giving/promised-days/promised-days.ts';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { CheckboxGroup } from '#kit/forms/fields/checkbox-group.tsx';
import { controlProps, Field } from '#kit/forms/fields/field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { goodsPictures } from '#kit/ui/pictures/goods-pictures.ts';
import { prefectures } from '#kit/values/prefecture.ts';
import { lawfulSellerAge } from '#warehouse/identity-checks/seller-age.ts';
import { weekdayLabels } from './acceptance-words.ts';
import { ClosedDays } from './closed-days.tsx';

const range = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index);
const boxChoices = range(1, mostBoxes).map((value) => ({ value, label: `${value}箱` }));
const sellerAges = range(lawfulSellerAge, oldestLowestAge).map((value) => ({
  value,
  label: `${value}歳以上`,
}));
const giftAges = [0, ...range(13, oldestLowestAge)].map((value) => ({
  value,
  label: value === 0 ? `年齢は問わない（${giftAgeText(0)}）` : giftAgeText(value),
}));
const dayChoices = range(1, mostDaysAhead).map((value) => ({ value, label: `${value}日後` }));
const promisedChoices = range(1, mostPromisedDays).map((value) => ({
  value,
  label: `${value}日以内`,
}));
const promiseLabels: Record<PromisedStep, string> = {
  kit: 'お申し込みから箱の発送まで',
  appraisal: 'お品物の到着から査定まで',
  remittance: '寄付の成立から送金まで',
};
const weekdayChoices = weekdays.map((value) => ({ value, label: weekdayLabels[value] }));
const prefectureChoices = prefectures.map((value) => ({ value, label: value }));
const productChoices = productKinds.map((value) => ({
  value,
  label: productLabels[value],
  picture: goodsPictures[value],
}));

/** All settings of what is accepted, by group. */
export function AcceptanceFields({ form }: { form: FormFields }) {
  return (
    <>
      <Group title="お品物と箱">
        <CheckboxGroup
          form={form}
          path="products"
          label="お引き受けするお品物"
          required
          choices={productChoices}
        />
        <ProductNotes form={form} />
        <RadioCards
          form={form}
          path="maxBoxes"
          label="一度に申し込める箱の数"
          required
          choices={boxChoices}
          columns={5}
        />
      </Group>
      <Group title="お申し込みになれる方">
        <Checkbox form={form} path="offersBuyBack" label="買取寄付を受け付ける" />
        <SelectField
          form={form}
          path="sellerAge"
          label="買取寄付の年齢"
          required
          help={`${lawfulSellerAge}歳より下にはできません`}
          choices={sellerAges}
        />
        <SelectField
          form={form}
          path="giftAge"
          label="団体への寄付の年齢"
          required
          help={`生年月日はお尋ねしないため、申し込みの画面でお伝えします。${adultAge}歳未満の方には、保護者の同意が必要です。`}
          choices={giftAges}
        />
      </Group>
      <Group title="お届けできない地域">
        <CheckboxGroup
          form={form}
          path="unservedPrefectures"
          label="お届けできない都道府県"
          choices={prefectureChoices}
        />
        <PostalCodes form={form} />
        <TextArea
          form={form}
          path="unservedMessage"
          label="お届けできない方への言葉"
          required
          rows={2}
          maxLength={200}
        />
      </Group>
      <Group title="箱のお届け">
        <div className="grid gap-6 narrow:grid-cols-2">
          <SelectField
            form={form}
            path="firstDay"
            label="選べるはじめの日"
            required
            help="箱を発送しない日は、日数に数えません"
            choices={dayChoices}
          />
          <SelectField
            form={form}
            path="lastDay"
            label="選べるおわりの日"
            required
            help="すべての日を数えます"
            choices={dayChoices}
          />
        </div>
        <CheckboxGroup
          form={form}
          path="weekdays"
          label="箱を発送する曜日"
          required
          choices={weekdayChoices}
        />
        <Checkbox form={form} path="closesOnHolidays" label="祝日は箱を発送しない" />
        <ClosedDays form={form} />
      </Group>
      <Group title="お約束の日数">
        <p className="text-sm text-ink-2">
          寄付者の画面に、日付でお伝えします。過ぎたお申し込みは一覧に分けて並べ、翌朝にメールでもお知らせします。
        </p>
        <div className="grid gap-6 narrow:grid-cols-3">
          {promisedSteps.map((step) => (
            <SelectField
              key={step}
              form={form}
              path={`promisedDays.${step}`}
              label={promiseLabels[step]}
              required
              choices={promisedChoices}
            />
          ))}
        </div>
      </Group>
    </>
  );
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title}>
    <div className="space-y-6">{children}</div>
  </Panel>
);

function ProductNotes({ form }: { form: FormFields }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-bold">
        お品物ごとのひとこと
      </summary>
      <div className="mt-2 grid gap-4 narrow:grid-cols-2">
        {productKinds.map((kind) => (
          <TextField
            key={kind}
            form={form}
            path={`productNotes.${kind}`}
            label={productLabels[kind]}
            optional
            maxLength={100}
          />
        ))}
      </div>
    </details>
  );
}

const path = 'unservedPostalCodes';
const help =
  '離島など、郵便番号のはじめの2桁から7桁までを、1行に1つずつ入力してください（例：1001）';

/** Prefixes of postal codes, one per line. */
function PostalCodes({ form }: { form: FormFields }) {
  const binding = form.register(path);
  const lines = Array.isArray(binding.value) ? (binding.value as string[]) : [];
  return (
    <Field binding={binding} label="お届けできない郵便番号" optional help={help}>
      <textarea
        {...controlProps(binding, help)}
        className="control block tabular-nums"
        rows={3}
        inputMode="numeric"
        value={lines.join('\n')}
        onChange={(event) => {
          const text = event.currentTarget.value;
          binding.change(text === '' ? [] : text.split('\n'));
        }}
        onBlur={() => {
          binding.change(lines.map(tidy).filter((code) => code !== ''));
          binding.blur();
        }}
      />
    </Field>
  );
}

/** Normalises digits from a phone's Japanese keyboard, and drops hyphens and spaces. */
const tidy = (code: string) => code.normalize('NFKC').replaceAll(/[-‐−ー〒\s]/gu, '');
