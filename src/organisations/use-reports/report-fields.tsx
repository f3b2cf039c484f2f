import { NumberField } from '#kit/forms/fields/number-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { PictureField } from '#kit/versions/picture-field.tsx';
import { maxUseReportLetters } from './use-report.ts';

/** Fields of a report. `yenHelp` says how much may be reported. */
export function ReportFields({
  form,
  associateId,
  yenHelp,
}: {
  form: FormFields;
  associateId: string;
  yenHelp: string;
}) {
  return (
    <>
      <TextField
        form={form}
        path="title"
        label="使い道"
        required
        maxLength={60}
        help="短い言葉で（例：7月のワクチン、秋の炊き出しのお米）"
      />
      <TextArea
        form={form}
        path="body"
        label="報告の文章"
        required
        rows={5}
        maxLength={maxUseReportLetters}
        help="2〜3行でかまいません。どなたでも読めるページに載ります。"
      />
      <NumberField form={form} path="yen" label="使った金額（円）" required help={yenHelp} />
      <div className="grid gap-6 narrow:grid-cols-2">
        <TextField form={form} path="from" type="date" label="期間の始まり" required />
        <TextField form={form} path="to" type="date" label="期間の終わり" required />
      </div>
      <PictureField
        form={form}
        path="imageId"
        place={`associates/${associateId}`}
        kind="associate-picture"
        label="写真や領収書"
        help="1枚添えられます（なくてもかまいません）。写っている方の了解と、個人の名前が写っていないことをお確かめください。"
      />
    </>
  );
}
