import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import { RoomEditor } from '#organisations/room/room-editor.tsx';
import { useRoom } from '#organisations/room/use-room.ts';
import type { Route } from './+types/use-editor-page.ts';
import { ReportFields } from './report-fields.tsx';
import { reportInWords } from './report-in-words.ts';
import { UseReportContent } from './use-report.ts';

/** Corrects a report by a new edition. */
export default function UseEditor({ params: { reportId } }: Route.ComponentProps) {
  const { id } = useRoom().associate;
  return (
    <RoomEditor<UseReportContent>
      list={{ path: 'uses', label: '受け取りと使い道へ' }}
      path={`/api/staff/use-reports/${id}:${reportId}`}
      schema={UseReportContent}
      inWords={reportInWords}
      publishLabel="この内容で報告する"
      publishedMessage="新しい版を公開しました。"
      preview={(content) => <Preview content={content} associateId={id} />}
    >
      {(form) => (
        <ReportFields
          form={form}
          associateId={id}
          yenHelp="増やした分は、まだ報告していないご寄付と届いた順に結びつきます"
        />
      )}
    </RoomEditor>
  );
}

/** A report as visitors will read it. */
function Preview({ content, associateId }: { content: UseReportContent; associateId: string }) {
  const { title, body, imageId, from, to, yen } = content;
  const link = usePictureLink(`associates/${associateId}`, imageId);
  return (
    <article>
      <p className="text-sm text-ink-2 tabular-nums">
        {formatDate(from)}〜{formatDate(to)}　{formatYen(yen)}円
      </p>
      <h2 className="mt-1 font-sans text-xl wrap-anywhere">{title}</h2>
      {link && <img src={link} alt="" className="mt-4 max-h-96 w-full rounded-card object-cover" />}
      <p className="mt-4 whitespace-pre-line wrap-anywhere">{body}</p>
    </article>
  );
}
