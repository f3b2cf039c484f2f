import type { ReactNode } from 'react';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import {
  maxThanksLetters,
  type ThanksScope,
  thanksScopes,
  thanksVariables,
} from '#organisations/thanks/thanks.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';

const help = `${thanksVariables.name}は寄付者の呼び名（または「寄付者さま」）に、${thanksVariables.associate}は団体の名称に置き換わって届きます。`;
const choices = (Object.keys(thanksScopes) as ThanksScope[]).map((value) => ({
  value,
  label: thanksScopes[value],
}));

/** The fields of a thank-you message; `picture` is its picture field. */
export function ThanksFields({ form, picture }: { form: FormFields; picture: ReactNode }) {
  return (
    <>
      <TextField form={form} path="title" label="件名" required maxLength={100} />
      <MarkdownField
        form={form}
        path="body"
        label="本文"
        required
        help={help}
        rows={12}
        maxLength={maxThanksLetters}
        preview={previewMarkdown}
      />
      {picture}
      <RadioCards
        form={form}
        path="scope"
        label="お届けする相手"
        required
        choices={choices}
        help="どなたの寄付かは表示されません。届いたことは、おひとりに多くても1日1通のメールでお知らせします。"
      />
      <Readers form={form} />
      <Checkbox form={form} path="isPublic" label="団体の「お礼」のページにも掲載する">
        掲載したお礼は、どなたでもお読みいただけます。お名前は「寄付者さま」になります。
      </Checkbox>
    </>
  );
}

/** Additional fields for the chosen recipients. */
function Readers({ form }: { form: FormFields }) {
  const scope = form.valueAt('scope');
  if (scope === 'donation') {
    return (
      <TextField
        form={form}
        path="appraisalId"
        label="ご寄付の寄付番号"
        required
        help="「寄付」の一覧にある番号です（例：G-1A2B3-4C5D6）"
        maxLength={20}
      />
    );
  }
  if (scope === 'period') {
    return (
      <div className="grid gap-6 narrow:grid-cols-2">
        <TextField form={form} path="periodFrom" type="date" label="始まりの日" required />
        <TextField
          form={form}
          path="periodTo"
          type="date"
          label="終わりの日"
          required
          help="今日までの日を選べます"
        />
      </div>
    );
  }
  return (
    <Checkbox form={form} path="isStanding" label="これからのご寄付にも届ける">
      取り下げるか、ほかのお礼に替えるまで、新しいご寄付のたびに届きます。団体にひとつだけです。
    </Checkbox>
  );
}
