import { PictureField } from '#kit/versions/picture-field.tsx';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import { ThanksContent } from '#organisations/thanks/thanks-schema.ts';
import type { Route } from './+types/thanks-editor-page.ts';
import { RoomEditor } from './room-editor.tsx';
import { ThanksFields } from './thanks-fields.tsx';
import { thanksInWords } from './thanks-in-words.ts';
import { ThanksPreview } from './thanks-preview.tsx';
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
