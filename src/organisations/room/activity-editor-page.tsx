import { useQuery } from '#kit/client/use-query.ts';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import type { RichText as Tree } from '#kit/values/text/rich-text.ts';
import { PictureField } from '#kit/versions/picture-field.tsx';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import { ActivityContent } from '#organisations/activities/activity.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import type { Route } from './+types/activity-editor-page.ts';
import { RoomEditor } from './room-editor.tsx';
import { useRoom } from './use-room.ts';

const inWords = ({ title, body, imageId }: ActivityContent) => [
  { label: '見出し', value: title },
  { label: '本文', value: body },
  { label: '写真', value: imageId === '' ? '' : `画像 ${imageId.slice(0, 8)}` },
];

/** Edits one activity report. */
export default function ActivityEditor({ params: { activityId } }: Route.ComponentProps) {
  const { id } = useRoom().associate;
  return (
    <RoomEditor<ActivityContent>
      list={{ path: 'activities', label: '活動の一覧へ' }}
      path={`/api/staff/activities/${id}:${activityId}`}
      schema={ActivityContent}
      inWords={inWords}
      publishLabel="公開する"
      publishedMessage="公開しました。"
      preview={(content) => <Preview content={content} associateId={id} />}
    >
      {(form) => (
        <>
          <TextField form={form} path="title" label="見出し" required maxLength={100} />
          <MarkdownField form={form} path="body" label="本文" required preview={previewMarkdown} />
          <PictureField
            form={form}
            path="imageId"
            place={`associates/${id}`}
            kind="associate-picture"
            label="写真"
            help="写真を1枚添えられます。写っている方の了解をお確かめください。"
          />
        </>
      )}
    </RoomEditor>
  );
}

/** A report as visitors will see it. */
function Preview({ content, associateId }: { content: ActivityContent; associateId: string }) {
  const { title, body, imageId } = content;
  const link = usePictureLink(`associates/${associateId}`, imageId);
  const { value } = useQuery<Tree>(`preview ${body}`, (signal) => previewMarkdown(body, signal));
  return (
    <article>
      <h2 className="font-sans text-xl wrap-anywhere">{title}</h2>
      {link && <img src={link} alt="" className="mt-4 max-h-96 w-full rounded-card object-cover" />}
      {value ? <RichText blocks={value} className="mt-4" /> : <Skeleton lines={5} />}
    </article>
  );
}
