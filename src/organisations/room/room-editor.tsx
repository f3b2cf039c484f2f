import { Link } from '#kit/ui/links/link.tsx';
import { VersionedEditor, type VersionedEditorProps } from '#kit/versions/versioned-editor.tsx';
import { publishTexts } from './publishing.ts';
import { roomPath, useRoom } from './use-room.ts';

type RoomEditorProps<Content extends object> = Pick<
  VersionedEditorProps<Content>,
  'path' | 'schema' | 'inWords' | 'preview' | 'children'
> & {
  /** The list of texts of this kind. */
  list: { path: string; label: string };
  /** The button's label where the organisation publishes without a review, also used in the confirmation. */
  publishLabel: string;
  publishedMessage: string;
};

/** Edits one of the current organisation's texts. */
export function RoomEditor<Content extends object>({
  list,
  publishLabel,
  publishedMessage,
  ...editor
}: RoomEditorProps<Content>) {
  const { associate, facts, mayChange, reloadFacts } = useRoom();
  return (
    <>
      <p className="mb-4">
        <Link
          to={roomPath(associate.id, list.path)}
          className="inline-flex min-h-11 items-center text-coral-dark underline"
        >
          {list.label}
        </Link>
      </p>
      <VersionedEditor<Content>
        {...editor}
        {...publishTexts(facts, publishLabel, publishedMessage)}
        mayChange={mayChange}
        onPublished={reloadFacts}
      />
    </>
  );
}
