import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { PictureField } from '#kit/versions/picture-field.tsx';
import { classificationIds, classifications } from '#organisations/associates/classification.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import { ChallengesField } from './challenges-field.tsx';
import { LinesField } from './lines-field.tsx';
import { NumberField } from './number-field.tsx';

const classificationChoices = classificationIds.map((value) => ({
  value,
  label: classifications[value].label,
}));

type PartProps = { form: FormFields; associateId: string };

/** All fields of an organisation's page. */
export function AssociateFields(props: PartProps) {
  return (
    <>
      <FactFields {...props} />
      <TextFields {...props} />
      <VisionFields {...props} />
    </>
  );
}

function FactFields({ form }: PartProps) {
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="mb-4 text-lg font-bold">団体の情報</legend>
      <TextField form={form} path="name" label="団体の名称" required maxLength={100} />
      <TextField form={form} path="nameKana" label="名称のふりがな" maxLength={200} />
      <SelectField
        form={form}
        path="classification"
        label="種別"
        required
        choices={classificationChoices}
      />
      <ChallengesField form={form} path="socialChallenges" />
      <LinesField
        form={form}
        path="locations"
        label="活動する地域"
        help="都道府県から、1行に1か所ずつ書きます（例：東京都府中市）。"
      />
      <TextField
        form={form}
        path="address"
        label="所在地"
        help="公開するときに必要です。"
        maxLength={200}
      />
      <TextField
        form={form}
        path="representative"
        label="代表者"
        help="公開するときに必要です。"
        maxLength={100}
      />
      <TextField
        form={form}
        path="websiteUrl"
        label="ウェブサイト"
        optional
        inputMode="url"
        maxLength={300}
      />
      <NumberField form={form} path="foundedYear" label="活動を始めた年" help="西暦で書きます。" />
    </fieldset>
  );
}

function TextFields({ form, associateId }: PartProps) {
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="mb-4 text-lg font-bold">紹介</legend>
      <TextArea
        form={form}
        path="summary"
        label="ひとことの紹介"
        help="一覧や検索の結果に出ます。公開するときに必要です。"
        rows={3}
        maxLength={200}
      />
      <MarkdownField
        form={form}
        path="description"
        label="団体の紹介"
        optional
        preview={previewMarkdown}
      />
      <PictureField
        form={form}
        path="coverImageId"
        place={`associates/${associateId}`}
        kind="associate-cover"
        label="表紙の画像"
        help="なければ、社会課題に合わせた模様を表示します。"
      />
    </fieldset>
  );
}

function VisionFields({ form, associateId }: PartProps) {
  return (
    <fieldset className="grid min-w-0 gap-6">
      <legend className="mb-4 text-lg font-bold">目指すこと</legend>
      <TextField
        form={form}
        path="vision.title"
        label="見出し"
        help="空欄の間は、団体の紹介を表示します。"
        maxLength={100}
      />
      <MarkdownField
        form={form}
        path="vision.body"
        label="本文"
        optional
        preview={previewMarkdown}
      />
      <TextArea form={form} path="vision.goal" label="目指す姿" rows={3} maxLength={1000} />
      <TextArea
        form={form}
        path="vision.useOfDonations"
        label="ご寄付の使い道"
        rows={3}
        maxLength={1000}
      />
      <PictureField
        form={form}
        path="vision.imageId"
        place={`associates/${associateId}`}
        kind="associate-picture"
        label="目指すことの画像"
        help="本文の上に表示します。"
      />
    </fieldset>
  );
}
