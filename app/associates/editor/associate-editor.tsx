import { VersionedEditor, type VersionedEditorProps } from '#app/versions/versioned-editor.tsx';
import { AssociateContent } from '#domain/associates/associate-content.ts';
import { AssociateFields } from './associate-fields.tsx';
import { AssociatePreview } from './associate-preview.tsx';
import { associateInWords } from './content-in-words.ts';

/**
 * Edits what an organisation's page says, for the operator and for the organisation's own people: `path` is the
 * API's, whose routes decide who may.
 */
export function AssociateEditor({
  associateId,
  ...editor
}: { associateId: string } & Pick<
  VersionedEditorProps<AssociateContent>,
  'path' | 'mayChange' | 'asksForLook' | 'publishLabel' | 'publishedMessage' | 'onPublished'
>) {
  return (
    <VersionedEditor<AssociateContent>
      {...editor}
      schema={AssociateContent}
      inWords={associateInWords}
      preview={(content) => <AssociatePreview associateId={associateId} content={content} />}
    >
      {(form) => <AssociateFields form={form} associateId={associateId} />}
    </VersionedEditor>
  );
}
