import type { CampaignContent } from '#giving/campaigns/campaign-content.ts';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import type { Form } from '#kit/forms/use-form.ts';
import { PictureField } from '#kit/versions/picture-field.tsx';
import { previewMarkdown } from '#people/session/preview-markdown.ts';

/** The texts, period and picture of a campaign. */
export function CampaignFields({ form }: { form: Form<CampaignContent, CampaignContent> }) {
  return (
    <>
      <TextField form={form} path="title" label="題名" required />
      <TextField form={form} path="lead" label="ひとこと" required />
      <div className="grid gap-6 narrow:grid-cols-2">
        <TextField form={form} path="startsOn" type="date" label="始まりの日" required />
        <TextField form={form} path="endsOn" type="date" label="終わりの日" required />
      </div>
      <PictureField
        form={form}
        path="imageId"
        place="campaigns"
        kind="campaign-cover"
        label="特集の画像"
        help="ページの上と、リンクの紹介に使います。なければ、模様の絵を使います。"
      />
      {form.values.imageId && (
        <TextField
          form={form}
          path="imageAlt"
          label="画像の説明"
          help="画像が見えない方にも伝わるよう、写っているものを短く。"
          required
        />
      )}
      <MarkdownField
        form={form}
        path="body"
        label="本文"
        maxLength={5000}
        preview={previewMarkdown}
        required
      />
      <MarkdownField
        form={form}
        path="result"
        label="結果の報告"
        help="終わったあとのページに表示されます。期間中は空のままでかまいません。"
        rows={6}
        maxLength={5000}
        preview={previewMarkdown}
        optional
      />
      <Checkbox form={form} path="isShown" label="ページを公開する" />
    </>
  );
}
