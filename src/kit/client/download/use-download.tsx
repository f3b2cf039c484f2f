import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Submission, useSubmission } from '#kit/forms/use-submission.ts';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { fileNameOf, readWhole, saveFile } from '#kit/ui/save-file.ts';

const kilobyte = 1024;
const progressLabel = (bytes: number) =>
  bytes === 0
    ? '書き出しています'
    : `書き出しています（${Math.ceil(bytes / kilobyte).toLocaleString('ja-JP')}KB）`;

/**
 * Saves the API's response as a file, once it is complete: a broken connection leaves a message and no file. Leaving
 * the page cancels it. Show `progress` while it is pending.
 */
export function useDownload<Body>(
  ask: (body: Body, signal: AbortSignal) => Promise<Response>,
  {
    fileName,
    ...options
  }: {
    /** Fallback where the response names none. */
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
