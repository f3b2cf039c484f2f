import { useId, useRef } from 'react';
import { fileSize } from '#kit/forms/fields/file-size.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import {
  attachmentAccept,
  attachmentKinds,
  maxAttachmentBytes,
  maxAttachments,
} from './attachment.ts';

/** Why these files cannot be sent together; undefined if they can. */
function problemOf(files: readonly File[]): string | undefined {
  if (files.length > maxAttachments) return `添付できるのは${maxAttachments}点までです。`;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return total > maxAttachmentBytes ? '添付ファイルは、合わせて10MBまでです。' : undefined;
}

export const mayAttach = (files: readonly File[]): boolean => problemOf(files) === undefined;

/** Attachments of a message. Drafts do not keep them. */
export function AttachmentsInput({
  files,
  onChange,
}: {
  files: readonly File[];
  onChange: (files: File[]) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const problem = problemOf(files);
  return (
    <div>
      <label htmlFor={id} className="block font-bold">
        添付ファイル<span className="ml-2 text-sm font-normal text-ink-2">任意</span>
      </label>
      <p id={`${id}-help`} className="text-sm text-ink-2">
        {attachmentKinds}を{maxAttachments}点、合わせて10MBまで
      </p>
      <div className="relative mt-1 flex min-h-14 items-center justify-center rounded-tile border-2 border-dashed border-input bg-white p-2">
        <input
          id={id}
          ref={input}
          type="file"
          multiple
          accept={attachmentAccept}
          aria-describedby={`${id}-help`}
          aria-invalid={problem ? true : undefined}
          className="absolute inset-0 size-full cursor-pointer rounded-tile text-transparent file:hidden"
          onChange={(event) => {
            onChange([...files, ...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <span className="pointer-events-none font-bold text-coral-dark">ファイルを選ぶ</span>
      </div>
      <div role="status">
        {files.length > 0 && (
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {files.map((file, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
                key={`${file.name} ${index}`}
                className="flex items-center justify-between gap-3"
              >
                <span className="min-w-0 wrap-anywhere">
                  {file.name}
                  <span className="ml-2 text-sm text-ink-2">{fileSize(file.size)}</span>
                </span>
                <button
                  type="button"
                  aria-label={`「${file.name}」を取り消す`}
                  className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand"
                  onClick={() => {
                    onChange(files.filter((_, at) => at !== index));
                    input.current?.focus();
                  }}
                >
                  <Icon name="trash" className="size-5" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {problem && <p className="mt-1 text-sm font-bold text-error">{problem}</p>}
      </div>
    </div>
  );
}
