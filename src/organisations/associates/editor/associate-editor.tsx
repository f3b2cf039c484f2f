import { VersionedEditor, type VersionedEditorProps } from '#kit/versions/versioned-editor.tsx';
import { AssociateContent } from '#organisations/associates/associate-content.ts';
import { AssociateFields } from './associate-fields.tsx';
import { AssociatePreview } from './associate-preview.tsx';
import { associateInWords } from './content-in-words.ts';

/**
 * Edits the content of an organisation's page, for the operator and for the organisation's own editors. `path` is
 * that of the API, whose routes decide who may edit.
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
