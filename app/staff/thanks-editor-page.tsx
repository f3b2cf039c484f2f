import { Link } from 'react-router';
import { PictureField } from '#app/associates/editor/picture-field.tsx';
import { usePictureLink } from '#app/associates/editor/use-associate-picture.ts';
import { VersionedEditor } from '#app/versions/versioned-editor.tsx';
import { ThanksContent } from '#domain/thanks/thanks-schema.ts';
import type { Route } from './+types/thanks-editor-page.ts';
import { publishing } from './publishing.ts';
import { ThanksFields } from './thanks-fields.tsx';
import { thanksInWords } from './thanks-in-words.ts';
import { ThanksPreview } from './thanks-preview.tsx';
import { roomPath, useRoom } from './use-room.ts';

/** Writes a message of thanks, or mends one that was sent. */
export default function ThanksEditor({ params: { thanksId } }: Route.ComponentProps) {
  const { associate, facts, mayChange, reloadFacts } = useRoom();
  const { id, name } = associate;
  return (
    <>
      <p className="mb-4">
        <Link to={roomPath(id, 'thanks')} className="text-coral-dark underline">
          お礼の一覧へ
        </Link>
      </p>
      <h2 className="mb-4 text-xl narrow:text-2xl">お礼を書く</h2>
      <VersionedEditor<ThanksContent>
        path={`/api/staff/thanks/${id}:${thanksId}`}
        schema={ThanksContent}
        inWords={thanksInWords}
        mayChange={mayChange}
        {...publishing(facts, '公開して届ける', '公開しました。これから順にお届けします')}
        onPublished={reloadFacts}
        preview={(content) => <Preview content={content} associateId={id} associateName={name} />}
      >
        {(form) => (
          <ThanksFields
            form={form}
            picture={
              <PictureField
                form={form}
                path="imageId"
                associateId={id}
                kind="associate-picture"
                label="写真"
                help="活動の様子などの写真を1枚添えられます。写っている方の了解をお確かめください。"
              />
            }
          />
        )}
      </VersionedEditor>
    </>
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
  const imageLink = usePictureLink(associateId, content.imageId);
  return <ThanksPreview content={content} associateName={associateName} imageLink={imageLink} />;
}
