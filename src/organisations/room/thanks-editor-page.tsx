import type { ReactNode } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { Letter } from '#kit/ui/text/letter.tsx';
import type { RichText } from '#kit/values/text/rich-text.ts';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { PictureField } from '#kit/versions/picture-field.tsx';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import {
  filledLine,
  filledText,
  maxThanksLetters,
  type ThanksScope,
  thanksScopes,
  thanksVariables,
} from '#organisations/thanks/thanks.ts';
import { ThanksContent } from '#organisations/thanks/thanks-schema.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import type { Route } from './+types/thanks-editor-page.ts';
import { RoomEditor } from './room-editor.tsx';
import { thanksInWords, thanksReaders } from './thanks-in-words.ts';
import { useRoom } from './use-room.ts';

/** Writes a thank-you message, or edits one that was sent. */
export default function ThanksEditor({ params: { thanksId } }: Route.ComponentProps) {
  const { id, name } = useRoom().associate;
  return (
    <RoomEditor<ThanksContent>
      list={{ path: 'thanks', label: 'お礼の一覧へ' }}
      path={`/api/staff/thanks/${id}:${thanksId}`}
      schema={ThanksContent}
      inWords={thanksInWords}
      publishLabel="公開して届ける"
      publishedMessage="公開しました。これから順にお届けします。"
      preview={(content) => <Preview content={content} associateId={id} associateName={name} />}
    >
      {(form) => (
        <ThanksFields
          form={form}
          picture={
            <PictureField
              form={form}
              path="imageId"
              place={`associates/${id}`}
              kind="associate-picture"
              label="写真"
              help="活動の様子などの写真を1枚添えられます。写っている方の了解をお確かめください。"
            />
          }
        />
      )}
    </RoomEditor>
  );
}

function Preview({
  content,
  associateId,
  associateName,
}: {
  content: ThanksContent;
  associateId: string;
  associateName: string;
}) {
  const imageLink = usePictureLink(`associates/${associateId}`, content.imageId);
  return <ThanksPreview content={content} associateName={associateName} imageLink={imageLink} />;
}

/** A message as the donor will read it, with a placeholder for their name. */
function ThanksPreview({
  content,
  associateName,
  imageLink,
}: {
  content: ThanksContent;
  associateName: string;
  imageLink: string;
}) {
  const { value, problem, reload } = useQuery<RichText>(`preview ${content.body}`, (signal) =>
    previewMarkdown(content.body, signal),
  );
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={6} />;
  const reader = { donorName: '', associateName };
  return (
    <>
      <p className="mb-3 text-sm text-ink-2">
        {thanksReaders(content)}
        。お名前は、表示名のある方には「（表示名）さま」、ほかの方には「寄付者さま」と届きます。
      </p>
      <Letter
        heading="h2"
        from={associateName}
        date={formatDate(jstDay(new Date()))}
        title={filledLine(content.title, reader)}
        blocks={filledText(value, reader)}
        picture={
          imageLink && <img src={imageLink} alt="" className="max-h-96 w-full object-cover" />
        }
      />
    </>
  );
}

const help = `${thanksVariables.name}は寄付者の呼び名（または「寄付者さま」）に、${thanksVariables.associate}は団体の名称に置き換わって届きます。`;
const choices = (Object.keys(thanksScopes) as ThanksScope[]).map((value) => ({
  value,
  label: thanksScopes[value],
}));

/** The fields of a thank-you message; `picture` is its picture field. */
function ThanksFields({ form, picture }: { form: FormFields; picture: ReactNode }) {
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
