import type { ReactNode } from 'react';
import { fileSize } from '#kit/forms/fields/file-size.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { formatDateTime, timestampToDate } from '#kit/values/timestamp.ts';
import type { Attachment } from './attachment.ts';

const looks = {
  in: 'border-line bg-white',
  out: 'border-coral bg-coral-soft narrow:ml-10',
  note: 'border-honey border-dashed bg-honey-soft narrow:ml-10',
} as const;

export type ShownEntry = {
  key: string;
  look: keyof typeof looks;
  who: string;
  createdAt: string;
  body: string;
  attachments: readonly Attachment[];
  more?: ReactNode;
};

/** The messages of a thread, oldest first. */
export function ThreadEntries({
  entries,
  load,
}: {
  entries: readonly ShownEntry[];
  load: (file: Attachment) => Promise<Blob>;
}) {
  return (
    <ol aria-label="やり取り" className="grid gap-3">
      {entries.map((entry) => (
        <li
          key={entry.key}
          className={`min-w-0 rounded-tile border px-4 py-3 ${looks[entry.look]}`}
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
            <b className="wrap-anywhere">{entry.who}</b>
            <time
              dateTime={timestampToDate(entry.createdAt).toISOString()}
              className="text-ink-2 tabular-nums"
            >
              {formatDateTime(entry.createdAt)}
            </time>
          </p>
          <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{entry.body}</p>
          {entry.attachments.length > 0 && (
            <ul aria-label="添付ファイル" className="mt-2">
              {entry.attachments.map((file) => (
                <li key={file.id}>
                  <AttachmentButton file={file} load={load} />
                </li>
              ))}
            </ul>
          )}
          {entry.more}
        </li>
      ))}
    </ol>
  );
}

/** Saves an attachment; files from others are never shown under our origin. */
function AttachmentButton({
  file,
  load,
}: {
  file: Attachment;
  load: (file: Attachment) => Promise<Blob>;
}) {
  const submission = useSubmission(load, { onDone: (content) => saveFile(content, file.name) });
  return (
    <>
      <button
        type="button"
        aria-busy={submission.isPending}
        onClick={() => submission.send(file)}
        className="inline-flex min-h-11 items-center gap-2 text-left font-bold text-coral-dark underline underline-offset-4"
      >
        <Icon name="download" className="size-4 shrink-0" />
        <span className="wrap-anywhere">
          {file.name}
          <span className="ml-2 text-sm font-normal text-ink-2">{fileSize(file.byteCount)}</span>
        </span>
      </button>
      <SubmitError message={submission.message} />
    </>
  );
}
