import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Submission, useSubmission } from '#app/forms/use-submission.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { fileNameOf, readWhole, saveFile } from '#app/ui/save-file.ts';

const kilobyte = 1024;
const progressLabel = (bytes: number) =>
  bytes === 0
    ? '書き出しています'
    : `書き出しています（${Math.ceil(bytes / kilobyte).toLocaleString('ja-JP')}KB）`;

/**
 * Saves what the API answers as a file, once all of it has come: one that breaks off leaves a message and no file.
 * Leaving the page ends it. `progress` is to be shown while it is pending.
 */
export function useDownload<Body>(
  ask: (body: Body, signal: AbortSignal) => Promise<Response>,
  {
    fileName,
    ...options
  }: {
    /** Where the answer names none. */
    fileName: string;
  } & Pick<NonNullable<Parameters<typeof useSubmission<Body, void>>[1]>, 'form' | 'onDone'>,
): Submission<Body> & { progress: ReactNode } {
  const [bytes, setBytes] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const submission = useSubmission(async (body: Body) => {
    setBytes(0);
    leaving.current = new AbortController();
    const response = await ask(body, leaving.current.signal);
    saveFile(await readWhole(response, setBytes), fileNameOf(response, fileName));
  }, options);
  return {
    ...submission,
    progress: submission.isPending && <ProgressBar label={progressLabel(bytes)} />,
  };
}
