import { AssociateEditor } from '#organisations/associates/editor/associate-editor.tsx';
import { publishTexts } from './publishing.ts';
import { useRoom } from './use-room.ts';

/** The organisation's public page, edited by its own editors. */
export default function RoomPageEditor() {
  const { associate, facts, mayChange, reloadFacts } = useRoom();
  return (
    <>
      <p className="mb-6 text-ink-2">
        {facts.publishesAtOnce
          ? '公開するとすぐに反映されます。ただし、名称・種別・所在地・代表者の変更は、運営が確認してから公開されます。'
          : '変更は、運営が確認してから公開されます。'}
      </p>
      <AssociateEditor
        associateId={associate.id}
        path={`/api/staff/pages/${associate.id}`}
        mayChange={mayChange}
        {...publishTexts(facts, '公開する', '受け付けました。')}
        onPublished={reloadFacts}
      />
    </>
  );
}
